package io.restante.queue;

import io.restante.database.Row;
import java.sql.SQLException;

/**
 * A body as it is read from the database.
 *
 * @param sealingKey the id of the key that its row names
 */
record SealedBody(long sealingKey, byte[] bytes) {
  /** From the next two columns on; null if the row has none. */
  static SealedBody of(Row row) throws SQLException {
    Long key = row.numberOrNull();
    byte[] bytes = row.bytes();
    return key == null ? null : new SealedBody(key, bytes);
  }
}
