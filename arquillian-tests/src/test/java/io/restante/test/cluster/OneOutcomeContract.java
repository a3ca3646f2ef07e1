package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.durability.StoredMailbox;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of two nodes that do the same thing at once, one has the effect and the other is told. */
interface OneOutcomeContract {

  int ROUNDS = 100;

  Cluster cluster();

  @Test
  default void oneKeyAtBothNodesAtOnceHasOneEffectAndOneAnswer() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox();
    for (int i = 0; i < ROUNDS; i++) {
      String id = "round-" + i;
      List<Reply> replies =
          cluster().atOnce(node -> mailbox.as(cluster().admin(node).withKey(id)).submit(id));

      List<Reply> decided =
          replies.stream().filter(r -> !r.code().equals("IDEMPOTENCY_IN_PROGRESS")).toList();
      assertThat(decided).as("%s", replies).isNotEmpty().allMatch(r -> r.status() == 201);
      assertThat(decided.stream().map(Reply::text).distinct()).as("%s", replies).hasSize(1);
      assertThat(decided.stream().filter(OneOutcomeContract::isFirst)).as("%s", replies).hasSize(1);
    }
    assertThat(cluster().stored(mailbox).assertSound().rows()).hasSize(ROUNDS);
  }

  @Test
  default void oneKeyForTwoRequestsAtBothNodesAtOnceServesOneOfThem() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox();
    for (int i = 0; i < ROUNDS; i++) {
      String key = "round-" + i;
      List<Reply> replies =
          cluster()
              .atOnce(
                  node -> mailbox.as(cluster().admin(node).withKey(key)).submit(key + "-" + node));

      assertThat(replies.stream().map(Reply::status)).as("%s", replies).containsOnlyOnce(201);
      assertThat(replies.stream().map(Reply::code).filter(code -> !code.isEmpty()))
          .as("%s", replies)
          .allMatch(List.of("IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_IN_PROGRESS")::contains);
    }
    assertThat(cluster().stored(mailbox).assertSound().rows()).hasSize(ROUNDS);
  }

  @Test
  default void oneMessageIdAtBothNodesAtOnceIsStoredOnce() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox();
    for (int i = 0; i < ROUNDS; i++) {
      String id = "round-" + i;
      List<Reply> replies = cluster().atOnce(node -> cluster().at(node, mailbox).submit(id));

      assertThat(replies.stream().map(Reply::status))
          .as("%s", replies)
          .containsExactlyInAnyOrder(201, 200);
    }
    assertThat(cluster().stored(mailbox).assertSound().rows()).hasSize(ROUNDS);
  }

  @Test
  default void oneEnvelopeAcknowledgedAndDiscardedAtBothNodesAtOnceHasOneOutcome()
      throws SQLException {
    MailboxFixture domain = cluster().newDomain();
    TestPrincipal sender = domain.sender();
    RestMailbox mailbox = domain.mailbox();
    for (int i = 0; i < ROUNDS; i++) {
      String id = "round-" + i;
      mailbox.as(sender).submit(id).expect(201);
      List<Reply> replies =
          cluster()
              .atOnce(
                  node ->
                      node == 0
                          ? cluster()
                              .at(node, mailbox)
                              .acknowledge(List.of(RestMailbox.identity(sender.id(), id)))
                          : cluster().at(node, mailbox).discard(sender.id(), id, "OTHER"));

      String committed = RestMailbox.results(replies.get(0).expect(200)).get(0);
      String discarded = replies.get(1).expect(200).text("status");
      assertThat(List.of(committed, discarded))
          .isIn(
              List.of("COMMITTED", "ALREADY_COMMITTED"), List.of("ALREADY_DISCARDED", "DISCARDED"));
    }
    StoredMailbox stored = cluster().stored(mailbox).assertSound();
    assertThat(stored.states().values())
        .hasSize(ROUNDS)
        .doesNotContain(StoredMailbox.State.PENDING);
  }

  private static boolean isFirst(Reply reply) {
    return reply.header("Idempotency-Replayed").isEmpty();
  }
}
