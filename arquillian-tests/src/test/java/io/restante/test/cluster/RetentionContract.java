package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.retention.Changes;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Both nodes are asked for one change, and both go on with it. */
interface RetentionContract {

  Cluster cluster();

  @Test
  default void changeThatIsAppliedAtBothNodesAtOnceIsDoneOnce() throws SQLException {
    MailboxFixture domain = cluster().newDomain();
    List<RestMailbox> mailboxes =
        Stream.generate(() -> domain.mailbox(Map.of("maxPendingCount", 2_000))).limit(3).toList();
    mailboxes.forEach(mailbox -> Changes.submit(mailbox, "old", 1_000, Map.of()));
    cluster()
        .execute(
            "UPDATE envelope SET accepted_at = accepted_at - INTERVAL 2 HOUR"
                + " WHERE message_id LIKE 'old-%'");
    mailboxes.forEach(mailbox -> Changes.submit(mailbox, "young", 100, Map.of()));
    Changes changes = new Changes(cluster().admin(0));
    JsonNode preview = changes.preview(domain.domain(), "*", 3_600);

    List<Reply> replies =
        cluster().atOnce(node -> new Changes(cluster().admin(node)).apply(preview));
    JsonNode end = changes.awaitEnd(preview);

    assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isEqualTo(202));
    assertThat(end.path("removed").path("count").asInt()).isEqualTo(3_000);
    assertThat(end.path("shortened").path("count").asInt()).isEqualTo(300);
    for (String gone : List.of("remove", "shorten")) {
      assertThat(end.path("goneMeanwhile").path(gone).path("count").asInt(-1)).isZero();
    }
    for (RestMailbox mailbox : mailboxes) {
      assertThat(cluster().stored(mailbox).assertCountersEqualRows().pendingCount()).isEqualTo(100);
    }
    assertThat(
            cluster()
                .number(
                    "SELECT COUNT(*) FROM audit_record WHERE resource = 'retention-changes/"
                        + preview.path("id").asText()
                        + "'"))
        .as("preview, one confirmation, one end")
        .isEqualTo(3);
  }
}
