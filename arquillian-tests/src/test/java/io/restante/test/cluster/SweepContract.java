package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Reply;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The timers of both nodes clear the same rows in the same seconds. */
interface SweepContract {

  int BATCH = 100;

  Cluster cluster();

  @Test
  default void bothNodesExpireEachEnvelopeOnceWhileTrafficGoesOn() throws SQLException {
    MailboxFixture domain = cluster().newDomain();
    List<RestMailbox> mailboxes = Stream.generate(domain::mailbox).limit(10).toList();
    mailboxes.forEach(mailbox -> submitBatch(mailbox, "stays", Map.of()));
    mailboxes.forEach(mailbox -> submitBatch(mailbox, "expires", Map.of("ttlSeconds", 1)));
    mailboxes.forEach(mailbox -> submitBatch(mailbox, "expires-too", Map.of("ttlSeconds", 2)));

    List<Integer> rounds =
        Together.call(2 * Cluster.NODES, thread -> trafficUntilSwept(thread, mailboxes));

    for (RestMailbox mailbox : mailboxes) {
      long arrived = rounds.stream().mapToInt(Integer::intValue).sum();
      var stored = cluster().stored(mailbox).assertCountersEqualRows();
      assertThat(stored.pendingCount()).isEqualTo(BATCH);
      assertThat(stored.nextSequence()).isEqualTo(1 + 3 * BATCH + arrived);
      assertThat(mailbox.count()).isEqualTo(BATCH);
    }
  }

  @Test
  default void bothNodesPruneEachTombstoneOnce() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox(Map.of("maxPendingCount", 2_000));
    for (int i = 0; i < 12; i++) {
      submitBatch(mailbox, "finalized-" + i, Map.of());
      mailbox.drain(BATCH).expect(200);
    }
    submitBatch(mailbox, "pending", Map.of());
    long tombstones = cluster().number("SELECT COUNT(*) FROM tombstone");

    List<Reply> replies =
        cluster()
            .atOnce(node -> cluster().admin(node).post("/admin/prune", Map.of("maxAgeSeconds", 0)));

    assertThat(replies.stream().mapToLong(r -> r.expect(200).json().path("pruned").asLong()).sum())
        .as("%s", replies)
        .isEqualTo(tombstones);
    assertThat(cluster().number("SELECT COUNT(*) FROM tombstone")).isZero();
    assertThat(cluster().stored(mailbox).assertCountersEqualRows().pendingCount()).isEqualTo(BATCH);
  }

  @Test
  default void timersOfBothNodesPruneWhatIsTooOldAndNothingElse() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox(Map.of("maxPendingCount", 2_000));
    for (int i = 0; i < 12; i++) {
      submitBatch(mailbox, "old-" + i, Map.of());
      mailbox.as(mailbox.caller().withKey("drain-" + i)).drain(BATCH).expect(200);
    }
    cluster()
        .execute(
            "UPDATE tombstone SET finalized_at = finalized_at - INTERVAL 31 DAY",
            "UPDATE idempotency_record SET created_at = created_at - INTERVAL 25 HOUR,"
                + " expires_at = expires_at - INTERVAL 25 HOUR");
    submitBatch(mailbox, "young", Map.of());
    mailbox.as(mailbox.caller().withKey("drain-young")).drain(10).expect(200);

    cluster().fire("TombstonePruner");
    cluster().fire("IdempotencyPruner");

    // A timer that runs at this moment anyway is not fired a second time.
    await()
        .atMost(Duration.ofSeconds(40))
        .untilAsserted(
            () -> {
              assertThat(cluster().number("SELECT COUNT(*) FROM tombstone")).isEqualTo(10);
              assertThat(cluster().number("SELECT COUNT(*) FROM idempotency_record")).isEqualTo(1);
            });
    assertThat(cluster().stored(mailbox).assertCountersEqualRows().pendingCount()).isEqualTo(90);
    mailbox.submit("old-3-7").expect(201);
    mailbox.submit("young-3", new byte[3]).expect(200);
  }

  /** Submits and commits an envelope in each mailbox, until nothing that is expired is left. */
  private int trafficUntilSwept(int thread, List<RestMailbox> mailboxes) {
    String admin = cluster().admin(0).get("/whoami").expect(200).text("principalId");
    int rounds = 0;
    boolean swept = false;
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!swept) {
      assertThat(System.nanoTime()).as("the sweep takes too long").isLessThan(deadline);
      String id = "passes-" + thread + "-" + rounds++;
      for (RestMailbox mailbox : mailboxes) {
        RestMailbox mine = cluster().at(thread % Cluster.NODES, mailbox);
        mine.submit(id).expect(201);
        assertThat(mine.acknowledge(admin, id)).containsExactly("COMMITTED");
      }
      swept = isSwept(mailboxes.get(0).domain());
    }
    return rounds;
  }

  private boolean isSwept(String domain) {
    try {
      return cluster()
              .number(
                  "SELECT COUNT(*) FROM envelope e JOIN mailbox m ON m.id = e.mailbox_id"
                      + " JOIN domain d ON d.id = m.domain_id WHERE d.name = '"
                      + domain
                      + "' AND e.message_id LIKE 'expires%'")
          == 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void submitBatch(RestMailbox mailbox, String prefix, Map<String, ?> more) {
    List<Map<String, Object>> items = new ArrayList<>();
    IntStream.range(0, BATCH)
        .forEach(
            i -> {
              Map<String, Object> item = RestMailbox.envelope(prefix + "-" + i, new byte[i], more);
              item.put("mailbox", mailbox.name());
              items.add(item);
            });
    Reply reply =
        mailbox
            .caller()
            .post("/domains/" + mailbox.domain() + "/envelopes", Map.of("items", items))
            .expect(200);
    reply
        .json()
        .path("items")
        .forEach(item -> assertThat(item.path("status").asInt()).as("%s", item).isEqualTo(201));
  }
}
