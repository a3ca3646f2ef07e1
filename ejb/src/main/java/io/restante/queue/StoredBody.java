package io.restante.queue;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A body as it is stored.
 *
 * @param sealingKey the id of the key that sealed it
 * @param clearBytes how long it is in clear
 */
record StoredBody(byte[] sealed, long sealingKey, int clearBytes) {
  /** Sets the parameters of {@link JpaMessageStore#insert}. */
  void bindTo(MessageKey message, PreparedStatement row) throws SQLException {
    row.setLong(1, message.queueId());
    row.setLong(2, message.sequence());
    row.setLong(3, sealingKey);
    row.setBytes(4, sealed);
  }
}
