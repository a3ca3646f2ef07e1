package io.restante.test.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A thousand callers over their rate at once; those within theirs all get what they ask. */
@Isolated
class ThousandCallersIT {

  private static final String HEADER = "X-Forwarded-For";
  private static final int CALLERS = 1_000;
  private static final int REQUESTS = 4;
  private static final int BURST = 2;
  private static final int THREADS = 16;
  private static final int OTHERS = 4;
  private static final int SUBMITS = 50;

  private static MailboxFixture fixture;
  private static List<RestClient> principals;

  private final Rates rates = new Rates();

  @AfterEach
  void lift() {
    rates.lift();
  }

  /**
   * By their rows: a thousand times three requests of an administrator would take half a minute.
   */
  @BeforeAll
  static void makePrincipals() throws SQLException {
    fixture = MailboxFixture.newDomain();
    String prefix = MailboxFixture.unique("flood");
    try (Connection database = TestServer.openDatabase()) {
      insert(
          database,
          "INSERT INTO principal (principal_id, name, kind, policy_epoch, created_at)"
              + " SELECT UUID(), CONCAT(?, '-', seq), 'DEVICE', 1, UTC_TIMESTAMP(3) FROM seq_1_to_"
              + CALLERS,
          prefix);
      insert(
          database,
          "INSERT INTO access_token (token_id, principal, token_hash, created_at)"
              + " SELECT UUID(), id, UNHEX(SHA2(CONCAT('rst_', name), 256)), UTC_TIMESTAMP(3)"
              + " FROM principal WHERE name LIKE CONCAT(?, '-%')",
          prefix);
    }
    principals =
        IntStream.rangeClosed(1, CALLERS)
            .mapToObj(i -> RestClient.as("rst_" + prefix + "-" + i))
            .toList();
  }

  @Test
  void principalsOverTheirRateSlowNobodyElse() {
    List<Other> others = others();
    List<long[]> quiet = Together.call(OTHERS, i -> others.get(i).submits());
    rates.limit("read", 1, BURST);
    List<long[]> busy = submitting(others, flood(principals::get));
    print("principals", quiet, busy);
    others.forEach(Other::requireAllStored);
  }

  @Test
  void addressesOverTheirRateSlowNobodyElse() {
    List<Other> others = others();
    List<long[]> quiet = Together.call(OTHERS, i -> others.get(i).submits());
    RestClient flooder = fixture.principal().client();
    rates.trust("127.0.0.1", HEADER).limit("address", 1, BURST);
    List<long[]> busy =
        submitting(
            others, flood(i -> flooder.with(HEADER, "100.99.%d.%d".formatted(i / 250, i % 250))));
    print("addresses", quiet, busy);
    others.forEach(Other::requireAllStored);
  }

  /** Submits of all others, each of which must be stored, while the thousand ask too much. */
  private static List<long[]> submitting(List<Other> others, List<Callable<List<Integer>>> flood) {
    List<long[]> times = Collections.synchronizedList(new ArrayList<>());
    List<Callable<List<Integer>>> works = new ArrayList<>(flood);
    others.forEach(
        other ->
            works.add(
                () -> {
                  times.add(other.submits());
                  return List.of();
                }));

    long begin = System.nanoTime();
    List<Integer> told = Together.call(works).stream().flatMap(List::stream).toList();
    int minutes = (int) Duration.ofNanos(System.nanoTime() - begin).toMinutes();

    assertThat(told).hasSize(CALLERS * REQUESTS).containsOnly(200, 429);
    assertThat(Collections.frequency(told, 200))
        .isBetween(CALLERS * BURST, CALLERS * (BURST + minutes));
    return times;
  }

  /** What asks for all of the thousand, more often than each may. */
  private static List<Callable<List<Integer>>> flood(IntFunction<RestClient> callers) {
    return IntStream.range(0, THREADS)
        .<Callable<List<Integer>>>mapToObj(
            thread ->
                () ->
                    IntStream.range(0, CALLERS * REQUESTS)
                        .filter(i -> i % THREADS == thread)
                        .map(i -> callers.apply(i % CALLERS).get("/whoami").status())
                        .boxed()
                        .toList())
        .toList();
  }

  private static List<Other> others() {
    return IntStream.range(0, OTHERS)
        .mapToObj(i -> new Other(fixture.mailbox(), fixture.sender(), i, new AtomicInteger()))
        .toList();
  }

  /** One who asks no more than it may: of one address, once. */
  private record Other(RestMailbox mailbox, TestPrincipal sender, int number, AtomicInteger sent) {

    /** Submits; the nanoseconds of each. */
    long[] submits() {
      return IntStream.range(0, SUBMITS).mapToLong(i -> submit()).toArray();
    }

    private long submit() {
      int i = sent.getAndIncrement();
      RestClient client = sender.client().with(HEADER, "100.98.%d.%d".formatted(number, i));
      long begin = System.nanoTime();
      mailbox.as(client).submit("m-" + i).expect(201);
      return System.nanoTime() - begin;
    }

    void requireAllStored() {
      assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isEqualTo(sent.get());
    }
  }

  /** A figure for people; on a shared machine no time is a bar. */
  private static void print(String who, List<long[]> quiet, List<long[]> busy) {
    System.out.printf(
        "%d %s over their rate: submits of others took %s, without them %s%n",
        CALLERS, who, percentiles(busy), percentiles(quiet));
  }

  private static String percentiles(List<long[]> nanos) {
    long[] all = nanos.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    return "p50 %.1f ms, p99 %.1f ms"
        .formatted(all[all.length / 2] / 1e6, all[all.length * 99 / 100] / 1e6);
  }

  private static void insert(Connection database, String sql, String prefix) throws SQLException {
    try (PreparedStatement statement = database.prepareStatement(sql)) {
      statement.setString(1, prefix);
      assertThat(statement.executeUpdate()).isEqualTo(CALLERS);
    }
  }
}
