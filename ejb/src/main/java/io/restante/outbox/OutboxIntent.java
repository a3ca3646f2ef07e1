package io.restante.outbox;

import io.restante.database.BulkInsert;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;

/**
 * Something to be done once the transaction that stores it is committed.
 *
 * @param subjectType the kind of thing it is about, such as {@code mailbox}
 * @param detail at most 1,024 ASCII characters of JSON; ids only
 * @param coalesceKey null, or what makes it the same as one that waits already: then it is not
 *     stored. At most 64 ASCII characters; whoever inserts it holds a lock that all others wait for
 *     who insert the same.
 */
public record OutboxIntent(
    EventType type,
    String subjectType,
    long subjectId,
    String detail,
    Instant at,
    String coalesceKey) {
  private static final short VERSION = 1;

  /** One that is stored whatever waits already. */
  public static OutboxIntent of(
      EventType type, String subjectType, long subjectId, String detail, Instant at) {
    return new OutboxIntent(type, subjectType, subjectId, detail, at, null);
  }

  /** Whether one of these keys is its own. */
  boolean isAmong(Set<String> keys) {
    return coalesceKey != null && keys.contains(coalesceKey);
  }

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
    row.setString(9, coalesceKey);
  }
}
