package io.restante.outbox;

import io.restante.database.BulkInsert;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/**
 * Something to be done once the transaction that stores it is committed.
 *
 * @param subjectType the kind of thing it is about, such as {@code mailbox}
 * @param detail at most 1,024 ASCII characters of JSON; ids only
 */
public record OutboxIntent(
    EventType type, String subjectType, long subjectId, String detail, Instant at) {
  private static final short VERSION = 1;

  /** Sets the parameters of {@link JpaOutboxStore#insert}. */
  void bindTo(PreparedStatement row) throws SQLException {
    row.setString(1, type.name());
    row.setShort(2, VERSION);
    row.setString(3, subjectType);
    row.setLong(4, subjectId);
    row.setString(5, detail);
    row.setString(6, OutboxEvent.State.PENDING.name());
    row.setObject(7, BulkInsert.utc(at));
    row.setObject(8, BulkInsert.utc(at));
  }
}
