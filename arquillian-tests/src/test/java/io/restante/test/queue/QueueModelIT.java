package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.StoppedClock;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.start.Timers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever is done to a queue in whatever order, with a clock that is moved: the real one answers
 * what {@link ModelQueue} answers, and states, versions, attempts, counters are the same.
 */
@Isolated
class QueueModelIT {

  private static final int STEPS = 250;
  private static final String TIMER = "QueueTimer";

  /** Of a body, in bytes. */
  private static final int LARGEST = 70;

  /**
   * What a body has beside the letters of its payload: the quotes, and the length of no headers.
   */
  private static final int FRAME = 6;

  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final List<String> KEYS = List.of("a", "b", "c");

  private static MailboxFixture domain;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  /** Only the test lets time do something: the timer would between two of its looks. */
  @BeforeAll
  static void suspendTimer() {
    Timers.suspend(TestServer.management(), TIMER);
  }

  @AfterAll
  static void letTheClockGo() {
    StoppedClock.release();
    Timers.activate(TestServer.management(), TIMER);
  }

  @ParameterizedTest
  @CsvSource({
    "COMPETING,      CONTINUE, 3, 8,  100, 2,  400,  9000, 400, 1",
    "COMPETING,      CONTINUE, 2, 40, 3,   1,  4000, 140,  999, 2",
    "STRICT_PER_KEY, CONTINUE, 2, 12, 100, 3,  4000, 130,  110, 3",
    "STRICT_PER_KEY, BLOCK,    2, 12, 100, 1,  300,  9000, 70,  4",
    "STRICT_PER_KEY, BLOCK,    1, 30, 2,   4,  1200, 100,  90,  5"
  })
  void queueDoesWhatItsDescriptionSays(
      String ordering,
      String parkedHead,
      int maxAttempts,
      int maxStored,
      int maxInFlight,
      int maxDead,
      int storedBytes,
      int inFlightBytes,
      int deadBytes,
      long seed)
      throws SQLException {
    Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    StoppedClock.at(start);
    RestQueue queue =
        RestQueue.in(
            domain,
            Map.ofEntries(
                Map.entry("ordering", ordering),
                Map.entry("parkedHead", parkedHead),
                Map.entry("maxAttempts", maxAttempts),
                Map.entry("maxStoredMessages", maxStored),
                Map.entry("maxInFlightMessages", maxInFlight),
                Map.entry("maxDeadLetterMessages", maxDead),
                Map.entry("maxStoredBytes", storedBytes),
                Map.entry("maxInFlightBytes", inFlightBytes),
                Map.entry("maxDeadLetterBytes", deadBytes),
                Map.entry("payloadLimitBytes", LARGEST),
                Map.entry("retryBaseMillis", 1_000)));
    ModelQueue model =
        new ModelQueue(
            maxAttempts,
            new ModelQueue.Limits(
                maxStored, maxInFlight, maxDead, storedBytes, inFlightBytes, deadBytes, LARGEST),
            !ordering.equals("COMPETING"),
            parkedHead.equals("BLOCK"),
            Duration.ofSeconds(1),
            start);
    Run run = new Run(queue, model, new Random(seed), start);
    for (int step = 0; step < STEPS; step++) {
      run.step();
    }
    run.compareAll();
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  /** A lease that was given, to be settled in time or too late. */
  private record Held(Given delivery, int lease) {}

  private static final class Run {
    private final RestQueue queue;
    private final ModelQueue model;
    private final Random random;
    private final List<String> ids = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private Instant now;

    Run(RestQueue queue, ModelQueue model, Random random, Instant now) {
      this.queue = queue;
      this.model = model;
      this.random = random;
      this.now = now;
    }

    void step() {
      switch (random.nextInt(ids.isEmpty() ? 1 : 12)) {
        case 0, 1, 2 -> enqueue();
        case 3, 4 -> receive();
        case 5, 6, 7, 8 -> settle();
        case 9 -> advance();
        default -> administer();
      }
    }

    private void enqueue() {
      boolean known = !ids.isEmpty() && random.nextInt(8) == 0;
      String id = known ? any(ids) : "m" + ids.size();
      String key = model.isStrict() ? any(KEYS) : null;
      Instant notBefore =
          random.nextInt(3) == 0 ? now.plusMillis(random.nextInt(6_000) - 1_000) : null;
      Instant expiresAt =
          random.nextInt(3) == 0 ? now.plusMillis(random.nextInt(30_000) - 1_000) : null;
      int letters = random.nextInt(LARGEST - FRAME + 4);
      Map<String, Object> fields = new HashMap<>();
      fields.put("payload", "x".repeat(letters));
      put(fields, "orderingKey", key);
      put(fields, "notBefore", notBefore);
      put(fields, "expiresAt", expiresAt);

      Reply reply = queue.enqueue(id, fields);

      String wanted = model.enqueue(id, key, letters + FRAME, notBefore, expiresAt);
      same("enqueue " + id + " " + fields, reply, wanted);
      if (!known && wanted.equals(ModelQueue.OK)) {
        ids.add(id);
        compare(id);
      }
    }

    private void receive() {
      int most = 1 + random.nextInt(3);
      int bytes = random.nextBoolean() ? 1 << 20 : 60 + random.nextInt(60);
      List<Given> got =
          RestQueue.deliveries(
              queue.receive(
                  Map.of(
                      "maxMessages", most, "maxBytes", bytes, "leaseSeconds", LEASE.toSeconds())));
      List<String> wanted = model.receive(most, bytes, LEASE);
      log.add("receive " + most + " of " + bytes + " bytes " + wanted);
      assertThat(got).extracting(Given::messageId).as("%s", log).isEqualTo(wanted);
      for (Given delivery : got) {
        held.add(new Held(delivery, model.messages().get(delivery.messageId()).leases));
        compare(delivery.messageId());
      }
    }

    private void settle() {
      if (held.isEmpty()) {
        return;
      }
      Held lease = held.get(Math.max(0, held.size() - 1 - random.nextInt(6)));
      String how = any(List.of("ack", "ack", "nack", "nack", "renew", "release"));
      Map<String, ?> fields =
          how.equals("renew") ? Map.of("leaseSeconds", LEASE.toSeconds()) : Map.of();

      String result =
          RestQueue.results(queue.settle(how, List.of(lease.delivery().token()), fields)).get(0);

      String id = lease.delivery().messageId();
      String wanted = model.settle(how, id, lease.lease(), lease.delivery().generation(), LEASE);
      log.add(how + " " + id + " " + wanted);
      assertThat(result).as("%s", log).isEqualTo(wanted);
      compare(id);
    }

    private void administer() {
      String id = any(ids);
      String what = any(List.of("cancel", "redrive", "redrive", "park"));
      ModelQueue.Message message = model.messages().get(id);
      long version = random.nextInt(6) == 0 ? message.version + 1 : message.version;

      Reply reply =
          queue
              .caller()
              .post(
                  queue.path() + "/messages/" + id + "/" + what,
                  Map.of(
                      "expectedStateVersion", version, "expectedGeneration", message.generation));

      String wanted =
          switch (what) {
            case "cancel" -> model.cancel(id, version);
            case "redrive" -> model.redrive(id, version);
            default -> model.park(id, version);
          };
      same(what + " " + id, reply, wanted);
      compare(id);
    }

    /** A receive that no message fits into sweeps what is due, before anybody looks. */
    private void advance() {
      now = now.plusMillis(1 + random.nextInt(8_000));
      StoppedClock.at(now);
      assertThat(RestQueue.deliveries(queue.receive(Map.of("maxBytes", 1)))).isEmpty();
      model.advance(now);
      log.add("advance to " + now);
      compareAll();
    }

    void compareAll() {
      ids.forEach(this::compare);
      JsonNode state = queue.get().expect(200).json();
      assertThat(state.path("storedMessages").asLong()).as("%s", log).isEqualTo(model.stored());
      assertThat(state.path("storedBytes").asLong()).as("%s", log).isEqualTo(model.storedBytes());
      assertThat(state.path("inFlightBytes").asLong())
          .as("%s", log)
          .isEqualTo(model.bytes("LEASED"));
      assertThat(state.path("deadLetterBytes").asLong())
          .as("%s", log)
          .isEqualTo(model.bytes("DEAD_LETTERED"));
      assertThat(state.path("inFlightMessages").asLong())
          .as("%s", log)
          .isEqualTo(model.count("LEASED"));
      assertThat(state.path("deadLetterMessages").asLong())
          .as("%s", log)
          .isEqualTo(model.count("DEAD_LETTERED"));
    }

    private void compare(String id) {
      ModelQueue.Message wanted = model.messages().get(id);
      JsonNode real = queue.inspect(id).expect(200).json();
      assertThat(
              List.of(
                  real.path("state").asText(),
                  real.path("stateVersion").asLong(),
                  real.path("generation").asInt(),
                  real.path("attempts").asInt(),
                  real.path("bytes").asInt(),
                  real.path("notDeliverable").path("limit").asText()))
          .as("%s after %s", id, log)
          .isEqualTo(
              List.of(
                  wanted.state,
                  wanted.version,
                  wanted.generation,
                  wanted.attempts,
                  wanted.bytes,
                  model.limit(id)));
    }

    private void same(String what, Reply reply, String wanted) {
      log.add(what + " " + wanted);
      String got = reply.status() < 300 ? ModelQueue.OK : reply.code();
      assertThat(got).as("%s", log).isEqualTo(wanted);
    }

    private <T> T any(List<T> choices) {
      return choices.get(random.nextInt(choices.size()));
    }

    private static void put(Map<String, Object> fields, String name, Object value) {
      if (value != null) {
        fields.put(name, value.toString());
      }
    }
  }
}
