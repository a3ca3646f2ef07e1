package io.restante.test.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Metrics;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Rows;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What a principal may ask in a minute. */
@Isolated
class PrincipalRateIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final Rates rates = new Rates();

  @AfterEach
  void lift() {
    rates.lift();
    TestServer.resetClock();
  }

  @Test
  void whoWaitsExactlyAsLongAsToldPasses() {
    TestPrincipal caller = fixture.principal();
    rates.limit("read", 1, 3);
    for (int i = 0; i < 3; i++) {
      caller.client().get("/whoami").expect(200);
    }

    for (int i = 0; i < 3; i++) {
      Duration told = Rates.told(caller.client().get("/whoami"));
      assertThat(told).isBetween(Duration.ofSeconds(30), Duration.ofMinutes(1));
      TestServer.passTime(told.minusSeconds(20));
      Duration rest = Rates.told(caller.client().get("/whoami"));
      assertThat(rest).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
      TestServer.passTime(rest);
      caller.client().get("/whoami").expect(200);
    }
    Rates.told(caller.client().get("/whoami"));
    rates.lift();
    caller.client().get("/whoami").expect(200);
  }

  @Test
  void settingTheClockNeitherLocksOutNorGivesMore() {
    TestPrincipal caller = fixture.principal();
    rates.limit("read", 1, 2);
    caller.client().get("/whoami").expect(200);
    caller.client().get("/whoami").expect(200);

    TestServer.advanceClock(Duration.ofHours(3));
    assertThat(Rates.told(caller.client().get("/whoami"))).isLessThan(Duration.ofSeconds(61));
    TestServer.advanceClock(Duration.ofHours(-6));
    Duration told = Rates.told(caller.client().get("/whoami"));
    assertThat(told).isLessThan(Duration.ofSeconds(61));
    TestServer.passTime(told);
    caller.client().get("/whoami").expect(200);
    Rates.told(caller.client().get("/whoami"));
  }

  @Test
  void batchCountsAllOfItsItemsAndOwesWhatIsMissing() {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal sender = fixture.sender();
    TestPrincipal other = fixture.sender();
    rates.limit("submit", 60, 50);
    Reply batch =
        sender
            .client()
            .post("/domains/" + fixture.domain() + "/envelopes", batch(mailbox.name(), 100));

    assertThat(batch.expect(200).json().path("items")).hasSize(100);
    Duration told = Rates.told(mailbox.as(sender).submit("one-more"));
    assertThat(told).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(51));
    Rates.told(
        sender
            .client()
            .post("/domains/" + fixture.domain() + "/envelopes", batch(mailbox.name(), 1)));
    mailbox.as(other).submit("other").expect(201);
    TestServer.passTime(told);
    mailbox.as(sender).submit("one-more").expect(201);
    assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isEqualTo(102);
  }

  @Test
  void refusalChangesNothingAndIsNotKeptForTheKey() {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal sender = fixture.sender();
    rates.limit("submit", 1, 1);
    mailbox.as(sender).submit("first").expect(201);
    Map<String, Object> before = Rows.mailbox(mailbox.domain(), mailbox.name());
    RestMailbox withKey = mailbox.as(sender.client().withKey(MailboxFixture.unique("key")));

    Duration told = Rates.told(withKey.submit("second"));

    assertThat(Rows.mailbox(mailbox.domain(), mailbox.name())).isEqualTo(before);
    TestServer.passTime(told);
    Reply accepted = withKey.submit("second").expect(201);
    assertThat(accepted.header("Idempotency-Replayed")).isEmpty();
  }

  @Test
  void readsWritesSubmitsAndAdministrationAreCountedApart() {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal caller = fixture.principal(new MailboxFixture.Grant("*", "admin", "*"));
    for (String limit : List.of("read", "write", "submit", "administration")) {
      rates.limit(limit, 1, 1);
    }
    RestMailbox own = mailbox.as(caller);

    own.submit("m").expect(201);
    own.pull("").expect(200);
    own.put(Map.of("maxPendingCount", 7)).expect(200);
    caller.client().get("/domains").expect(200);

    Rates.told(own.submit("m"));
    Rates.told(own.pull(""));
    Rates.told(own.get());
    Rates.told(own.acknowledge(List.of(RestMailbox.identity(caller.id(), "m"))));
    Rates.told(caller.client().post("/admin/prune", Map.of()));
    Rates.told(caller.client().get("/principals"));
  }

  @Test
  void whatIsRefusedForLackOfAGrantLeavesNoMoreRecordsThanItsRate() {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal caller = fixture.principal();
    rates.limit("refused", 1, 5);
    List<Integer> there =
        IntStream.range(0, 20).map(i -> mailbox.as(caller).get().status()).boxed().toList();
    List<Integer> nowhere =
        IntStream.range(0, 5)
            .map(i -> fixture.mailboxNamed("none").as(caller).get().status())
            .boxed()
            .toList();

    assertThat(there.subList(0, 5)).containsOnly(404);
    assertThat(there.subList(5, 20)).containsOnly(429);
    assertThat(nowhere).containsOnly(429);
    assertThat(records(caller)).isEqualTo(5);
    Duration told = Rates.told(caller.client().get("/domains"));
    caller.client().get("/whoami").expect(200);
    TestServer.passTime(told);
    caller.client().get("/domains").expect(403);
    assertThat(records(caller)).isEqualTo(6);
  }

  @Test
  void itemsOfABatchAreRefusedNoOftenerEither() {
    TestPrincipal caller = fixture.principal();
    rates.limit("refused", 1, 5);
    List<Map<String, Object>> items =
        IntStream.range(0, 20).mapToObj(i -> item("foreign-" + i, "m")).toList();

    Reply batch =
        caller
            .client()
            .post("/domains/" + fixture.domain() + "/envelopes", Map.of("items", items))
            .expect(200);

    assertThat(batch.json().path("items").findValuesAsText("code").stream().distinct())
        .containsExactly("NOT_FOUND", "RATE_LIMITED");
    assertThat(records(caller)).isEqualTo(5);
  }

  @Test
  void rateIsChangedWhileItRunsAndAWrongOneIsToldAndIgnored() throws Exception {
    TestPrincipal caller = fixture.principal();
    rates.limit("read", 1, 1);
    caller.client().get("/whoami").expect(200);
    Rates.told(caller.client().get("/whoami"));

    rates.set("read", "per-minute", "plenty-" + fixture.domain());
    Rates.told(caller.client().get("/whoami"));
    Rates.told(caller.client().get("/whoami"));
    assertThat(Files.readString(TestServer.process().serverLog()))
        .containsOnlyOnce(
            "Setting restante.ratelimit.read.per-minute is \"plenty-" + fixture.domain() + "\"");

    rates.set("read", "per-minute", "unlimited");
    for (int i = 0; i < 10; i++) {
      caller.client().get("/whoami").expect(200);
    }
  }

  @Test
  void refusalsArePublishedByLimitAndNameNobody() {
    TestPrincipal caller = fixture.principal();
    rates.limit("read", 1, 1);
    caller.client().get("/whoami").expect(200);
    double before = refusals("read");
    double writes = refusals("write");

    Rates.told(caller.client().get("/whoami"));
    Rates.told(caller.client().get("/whoami"));

    assertThat(refusals("read")).isEqualTo(before + 2);
    assertThat(refusals("write")).isEqualTo(writes);
  }

  private static double refusals(String limit) {
    return Metrics.of("restante_ratelimit_refusals_total\\{[^}]*limit=\"" + limit + "\"[^}]*}");
  }

  private static long records(TestPrincipal caller) {
    return Rows.count("SELECT count(*) FROM audit_record WHERE principal = ?", caller.id());
  }

  private static Map<String, Object> batch(String mailbox, int size) {
    return Map.of(
        "items",
        IntStream.range(0, size).mapToObj(i -> item(mailbox, MailboxFixture.unique("m"))).toList());
  }

  private static Map<String, Object> item(String mailbox, String messageId) {
    return RestMailbox.envelope(messageId, new byte[] {1}, Map.of("mailbox", mailbox));
  }
}
