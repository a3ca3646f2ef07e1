package io.restante.test.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/**
 * A database of the fourth migration with rows in it: so many envelopes of 1 KiB in a thousand
 * mailboxes, and as many tombstones and audit records.
 */
final class FilledDatabase {

  static final String VERSION = "004";

  private FilledDatabase() {}

  static void fill(DataSource dataSource, int rows) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : List.of(MAILBOXES, ENVELOPES, TOMBSTONES, AUDIT)) {
        statement.execute(sql.formatted(rows));
      }
      statement.execute("ANALYZE TABLE envelope, tombstone, audit_record");
    }
  }

  private static final String MAILBOXES =
      """
      INSERT INTO mailbox (domain_id, name, retention, default_ttl_seconds, max_pending_count,
          max_pending_bytes, max_envelope_bytes, acknowledgements, next_sequence,
          last_accepted_at, pending_count, pending_bytes, created_at)
        SELECT (SELECT id FROM domain), CONCAT('mailbox-', seq), 'TIMED', 604800, 10000000,
          1 << 40, 262144, 'NONE', 2 * %1$d DIV 1000 + 1, UTC_TIMESTAMP(3), %1$d DIV 1000,
          1024 * (%1$d DIV 1000), UTC_TIMESTAMP(3)
        FROM seq_1_to_1000
      """;

  private static final String ENVELOPES =
      """
      INSERT INTO envelope (mailbox_id, sequence, sender, message_id, digest, body_bytes,
          protocol_version, accepted_at, expires_at, body)
        SELECT m.id, 1 + seq DIV 1000, UUID(), UUID(), UNHEX(SHA2(seq, 256)), 1024, 1,
          UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 7 DAY, REPEAT(CHAR(seq %% 256), 1024)
        FROM seq_0_to_%1$d s JOIN mailbox m ON m.name = CONCAT('mailbox-', 1 + seq %% 1000)
        WHERE seq < %1$d
      """;

  private static final String TOMBSTONES =
      """
      INSERT INTO tombstone (mailbox_id, sender, message_id, sequence, finalization, digest,
          accepted_at, expires_at, finalized_at)
        SELECT m.id, UUID(), UUID(), 1 + (%1$d + seq) DIV 1000, 0, UNHEX(SHA2(seq, 256)),
          UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 7 DAY, UTC_TIMESTAMP(3)
        FROM seq_0_to_%1$d s JOIN mailbox m ON m.name = CONCAT('mailbox-', 1 + seq %% 1000)
        WHERE seq < %1$d
      """;

  private static final String AUDIT =
      """
      INSERT INTO audit_record (at, principal, action, domain, resource, outcome, request_id)
        SELECT UTC_TIMESTAMP(3), UUID(), 'mailbox.change', 'main',
          CONCAT('mailboxes/mailbox-', 1 + seq %% 1000), 'DONE', UUID()
        FROM seq_1_to_%1$d
      """;
}
