package io.restante.database;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hibernate.Session;

/**
 * A statement that runs all the time, on the connection and in the transaction of the entity
 * manager, past its mapping. See ADR 22 for why, and what is left to entities.
 *
 * @param text with a question mark for each parameter
 */
public record Sql(String text) {
  /** Makes something of a row. */
  public interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  /** The columns of a table, by its name in the statement, as a list to select. */
  public static String columns(String table, List<String> names) {
    return names.stream().map(name -> table + "." + name).collect(Collectors.joining(", "));
  }

  /** Blocks until all rows are read, or throws a {@code PersistenceException}. */
  public <T> List<T> list(EntityManager entities, Reader<T> reader, Object... parameters) {
    return entities
        .unwrap(Session.class)
        .doReturningWork(
            connection -> {
              try (PreparedStatement select =
                      connection.prepareStatement(text, Statement.NO_GENERATED_KEYS);
                  ResultSet rows = bound(select, parameters).executeQuery()) {
                List<T> read = new ArrayList<>();
                while (rows.next()) {
                  read.add(reader.read(new Row(rows)));
                }
                return read;
              }
            });
  }

  /** Blocks until it is done, or throws a {@code PersistenceException}. */
  public void execute(EntityManager entities, Object... parameters) {
    entities
        .unwrap(Session.class)
        .doWork(
            connection -> {
              try (PreparedStatement statement =
                  connection.prepareStatement(text, Statement.NO_GENERATED_KEYS)) {
                bound(statement, parameters).executeUpdate();
              }
            });
  }

  private static PreparedStatement bound(PreparedStatement statement, Object... parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      Object parameter = parameters[i];
      statement.setObject(
          i + 1, parameter instanceof Instant instant ? BulkInsert.utc(instant) : parameter);
    }
    return statement;
  }
}
