package io.restante.database;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import org.hibernate.Session;

/**
 * Inserts rows of one table, all in one message to the database, on the connection and in the
 * transaction of the entity manager. See ADR 12 for why not one entity after the other.
 *
 * @param sql one INSERT with a parameter for each column
 * @param binder sets the parameters of one row
 */
public record BulkInsert<T>(String sql, Binder<T> binder) {
  /** Sets the parameters of one row. */
  public interface Binder<T> {
    void bind(T row, PreparedStatement parameters) throws SQLException;
  }

  /**
   * Blocks until the rows are stored, or throws a {@code PersistenceException}; several rows are
   * locked in the order of the collection.
   */
  public void run(EntityManager entities, Collection<T> rows) {
    if (!rows.isEmpty()) {
      entities
          .unwrap(Session.class)
          .doWork(
              connection -> {
                // Other forms of this call ask the driver for generated keys, which the server
                // pools' wrappers do by default, and with them it sends the rows one by one.
                try (PreparedStatement insert =
                    connection.prepareStatement(sql, Statement.NO_GENERATED_KEYS)) {
                  for (T row : rows) {
                    binder.bind(row, insert);
                    insert.addBatch();
                  }
                  insert.executeBatch();
                }
              });
    }
  }

  /** An instant as the tables keep it, in UTC whatever the zone of the server; null stays null. */
  public static LocalDateTime utc(Instant instant) {
    return instant == null ? null : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
