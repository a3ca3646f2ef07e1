package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Sixteen workers that crash, fail and are slow: every message is acknowledged once or is a dead
 * letter, nobody ever holds what another one holds, attempts have no gap, and whoever settles after
 * its lease is refused. {@code -Psoak} has 10,000 messages.
 */
class CompetingConsumersIT {

  private static final int WORKERS = 16;
  private static final int MESSAGES =
      Integer.getInteger("restante.test.kills", 0) >= 200 ? 10_000 : 1_000;
  private static final int ATTEMPTS = 4;
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final List<String> LATE = List.of("ack", "nack", "renew", "release");

  private static MailboxFixture domain;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @Test
  void everyMessageIsAcknowledgedOnceOrDeadLettered() throws SQLException {
    RestQueue queue =
        RestQueue.in(
            domain, Map.of("maxAttempts", ATTEMPTS, "retryBaseMillis", 1, "retryMaxMillis", 20));
    queue.enqueueAll(IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList());
    Observed observed = new Observed();

    Together.call(WORKERS, worker -> new Worker(queue, observed, new Random(worker)).untilEmpty());

    try (Connection database = TestServer.openDatabase()) {
      QueueBooks books = new QueueBooks(database, queue);
      books.requireRight();
      assertThat(books.count(3)).as("acknowledged").isEqualTo(observed.acknowledged.size());
      assertThat(books.count(3) + books.count(4)).as("at their end").isEqualTo(MESSAGES);
    }
    observed.attempts.forEach(
        (id, attempts) -> {
          List<Integer> sorted = attempts.stream().sorted().toList();
          assertThat(sorted)
              .as("attempts of %s", id)
              .isEqualTo(IntStream.rangeClosed(1, sorted.size()).boxed().toList());
          assertThat(sorted).as("attempts of %s", id).hasSizeLessThanOrEqualTo(ATTEMPTS);
        });
    assertThat(observed.fences).as("fences").doesNotHaveDuplicates();
    assertThat(observed.late).as("settled after the lease").hasSizeGreaterThan(MESSAGES / 100);
    assertThat(observed.late).as("settled after the lease").containsOnly("STALE_LEASE");
  }

  /** What all workers saw. */
  private static final class Observed {
    private final Map<String, List<Integer>> attempts = new ConcurrentHashMap<>();
    private final List<Long> fences = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
    private final List<String> late = Collections.synchronizedList(new ArrayList<>());

    private synchronized void given(Given delivery) {
      attempts
          .computeIfAbsent(delivery.messageId(), id -> new ArrayList<>())
          .add(delivery.attempt());
      fences.add(delivery.fence());
    }

    private void acknowledged(Given delivery) {
      Long before = acknowledged.put(delivery.messageId(), delivery.fence());
      assertThat(before).as("%s was acknowledged before", delivery.messageId()).isNull();
    }
  }

  /** One worker: mostly it acknowledges; sometimes it fails, renews, or dies. */
  private record Worker(RestQueue queue, Observed observed, Random random) {
    private int untilEmpty() {
      int handled = 0;
      while (queue.counter("storedMessages") > queue.counter("deadLetterMessages")) {
        List<Given> deliveries =
            RestQueue.deliveries(
                queue.receive(Map.of("maxMessages", 20, "leaseSeconds", 1, "waitSeconds", 1)));
        deliveries.forEach(observed::given);
        List<Given> slow = new ArrayList<>();
        for (Given delivery : deliveries) {
          handle(delivery, slow);
          handled++;
        }
        settleLate(slow);
      }
      return handled;
    }

    private void handle(Given delivery, List<Given> slow) {
      switch (random.nextInt(20)) {
        case 0 -> {} // It dies: its lease lapses.
        case 1, 2 -> queue.result("nack", delivery);
        case 3 -> queue.settle("renew", List.of(delivery.token()), Map.of("leaseSeconds", 2));
        case 4 -> slow.add(delivery);
        default -> {
          if (queue.result("ack", delivery).equals("ACKED")) {
            observed.acknowledged(delivery);
          }
        }
      }
    }

    /** Holds on to messages until their leases are over, and settles them as if they were not. */
    private void settleLate(List<Given> slow) {
      for (Given delivery : slow) {
        await().atMost(LIMIT).until(() -> isOver(delivery));
        observed.late.add(queue.result(LATE.get(random.nextInt(LATE.size())), delivery));
      }
    }

    /** Nobody but its holder, who does not, could have made it last longer. */
    private boolean isOver(Given delivery) {
      JsonNode message = queue.inspect(delivery.messageId()).expect(200).json();
      return !message.path("leaseUntil").asText().equals(delivery.leaseUntil());
    }
  }
}
