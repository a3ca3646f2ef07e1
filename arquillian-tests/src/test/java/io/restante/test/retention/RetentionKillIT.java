package io.restante.test.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.durability.StoredMailbox;
import io.restante.test.harness.OwnServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node that is killed in the middle of a piece of a run. */
class RetentionKillIT {

  private static final int ENVELOPES = 5_000;

  /** In the third piece of 500. */
  private static final int HELD = 1_300;

  @Test
  void runGoesOnAfterTheNodeWasKilled() throws SQLException {
    try (OwnServer own =
        OwnServer.builder().property("restante.mailbox.tombstone.max-age", "never").start()) {
      MailboxFixture fixture = MailboxFixture.newDomain(own.admin(0));
      Changes changes = new Changes(own.admin(0));
      RestMailbox mailbox = fixture.mailbox(Map.of("maxPendingCount", 2 * ENVELOPES));
      Changes.submit(mailbox, "old", ENVELOPES, Map.of());
      JsonNode preview;
      try (Connection database = own.openDatabase();
          Statement statement = database.createStatement()) {
        statement.execute(
            "UPDATE envelope SET accepted_at = accepted_at - INTERVAL 2 HOUR,"
                + " expires_at = expires_at - INTERVAL 2 HOUR");
        Changes.submit(mailbox, "young", 100, Map.of());
        preview = changes.preview(fixture.domain(), "*", 3_600);
        long mailboxId = onlyMailbox(statement);
        database.setAutoCommit(false);
        statement.execute(
            "SELECT sequence FROM envelope WHERE mailbox_id = %d AND sequence = %d FOR UPDATE"
                .formatted(mailboxId, HELD));
        changes.apply(preview).expect(202);
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> changes.get(preview).path("removed").path("count").asInt() == 1_000);

        own.node(0).kill();

        database.rollback();
      }
      StoredMailbox killed = stored(own, mailbox).assertCountersEqualRows();
      assertThat(killed.pendingCount()).isEqualTo(ENVELOPES - 1_000 + 100);

      own.node(0).start().awaitReady();
      JsonNode end = changes.awaitEnd(preview);

      assertThat(end.path("removed").path("count").asInt()).isEqualTo(ENVELOPES);
      assertThat(end.path("removed").path("bytes").asLong())
          .isEqualTo(preview.path("remove").path("bytes").asLong());
      assertThat(end.path("shortened").path("count").asInt()).isEqualTo(100);
      assertThat(stored(own, mailbox).assertCountersEqualRows().pendingCount()).isEqualTo(100);

      mailbox.drain(30).expect(200);
      assertThat(
              own.admin(0)
                  .post("/admin/prune", Map.of("maxAgeSeconds", 0))
                  .expect(200)
                  .json()
                  .path("pruned")
                  .asInt())
          .as("by hand, although tombstones are kept for ever")
          .isEqualTo(30);
    }
  }

  private static long onlyMailbox(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT DISTINCT mailbox_id FROM envelope")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static StoredMailbox stored(OwnServer own, RestMailbox mailbox) throws SQLException {
    try (Connection database = own.openDatabase()) {
      return StoredMailbox.read(database, mailbox.domain(), mailbox.name());
    }
  }
}
