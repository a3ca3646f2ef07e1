package io.restante.inbox;

import io.restante.database.BulkInsert;
import io.restante.database.DatabaseErrors;
import io.restante.database.JsonList;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Table {@code inbox}: clustered, and unique only, by domain, scope and message id; indexed by when
 * a message was completed and, in its scope, by when it died. A transaction locks single rows,
 * lowest id first where there are several; a claim waits for nobody.
 *
 * <p>It speaks JDBC on the connection that the transaction already has: Hibernate would take the
 * lock that somebody else holds, which is an answer here, for a failure, and spoil the transaction.
 */
@ApplicationScoped
class JdbcInboxStore {
  private static final String RECORD =
      "domain, scope, message_id, message_type, message_version, conversation_id, correlation_id,"
          + " causation_id, received_at, updated_at, completed_at, dead_at, attempts, last_error";

  /**
   * A row that is there is locked as if it were to be updated, and nothing is written. A share of
   * the lock, which a plain duplicate takes, could be held by several at once, none of whom could
   * then have the whole.
   */
  private static final String CLAIM =
      "SET STATEMENT innodb_lock_wait_timeout = 0 FOR INSERT INTO inbox (domain, scope, message_id,"
          + " message_type, message_version, conversation_id, correlation_id, causation_id,"
          + " received_at, updated_at, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)"
          + " ON DUPLICATE KEY UPDATE attempts = attempts"
          + " RETURNING attempts, completed_at, dead_at, generation, received_at";

  private static final String COMPLETE =
      "UPDATE inbox SET completed_at = ?, updated_at = ? WHERE domain = ? AND scope = ?"
          + " AND message_id = ? AND completed_at IS NULL AND dead_at IS NULL";

  /** The assignments take effect from left to right: the last one sees the new attempts. */
  private static final String FAIL =
      "INSERT INTO inbox (domain, scope, message_id, message_type, message_version,"
          + " conversation_id, correlation_id, causation_id, received_at, updated_at, attempts,"
          + " last_error, dead_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)"
          + " ON DUPLICATE KEY UPDATE"
          + " updated_at = IF(completed_at IS NULL AND dead_at IS NULL, VALUES(updated_at),"
          + " updated_at),"
          + " last_error = IF(completed_at IS NULL AND dead_at IS NULL, VALUES(last_error),"
          + " last_error),"
          + " attempts = IF(completed_at IS NULL AND dead_at IS NULL, attempts + 1, attempts),"
          + " dead_at = IF(completed_at IS NULL AND dead_at IS NULL AND attempts >= ?,"
          + " VALUES(updated_at), dead_at)"
          + " RETURNING attempts, completed_at, dead_at, generation, received_at";

  private static final String FIND =
      "SELECT " + RECORD + " FROM inbox WHERE domain = ? AND scope = ? AND message_id = ?";

  private static final String DEAD =
      "SELECT "
          + RECORD
          + " FROM inbox FORCE INDEX (inbox_dead) WHERE domain = ? AND scope = ?"
          + " AND dead_at >= ? AND (dead_at > ? OR message_id > ?) AND dead_at < ?"
          + " AND (? IS NULL OR message_type = ?) ORDER BY dead_at, message_id LIMIT ?";

  private static final String IDS =
      "JSON_TABLE(?, '$[*]' COLUMNS (id VARCHAR(200) CHARACTER SET utf8mb4"
          + " COLLATE utf8mb4_nopad_bin PATH '$')) k";

  private static final String OF_IDS =
      " ON i.message_id = k.id WHERE i.domain = ? AND i.scope = ? AND i.dead_at IS NOT NULL";

  private static final String LOCK_DEAD =
      "SELECT i.message_id FROM "
          + IDS
          + " STRAIGHT_JOIN inbox i FORCE INDEX (PRIMARY)"
          + OF_IDS
          + " FOR UPDATE";

  private static final String RETRY =
      "UPDATE "
          + IDS
          + " STRAIGHT_JOIN inbox i FORCE INDEX (PRIMARY)"
          + OF_IDS.replace(
              " WHERE",
              " SET i.dead_at = NULL, i.attempts = 0, i.generation = i.generation + 1, i.updated_at = ? WHERE");

  private static final String REDRIVE =
      "UPDATE inbox SET dead_at = NULL, attempts = 0, generation = generation + 1, updated_at = ?"
          + " WHERE domain = ? AND scope = ? AND message_id = ? AND dead_at IS NOT NULL"
          + " AND generation = ?";

  private static final String PURGE =
      "DELETE i FROM " + IDS + " STRAIGHT_JOIN inbox i FORCE INDEX (PRIMARY)" + OF_IDS;

  private static final String KEYS =
      "JSON_TABLE(?, '$[*]' COLUMNS ("
          + "domain VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[0]',"
          + " scope VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin PATH '$[1]',"
          + " id VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin PATH '$[2]')) k";

  private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  @Resource(lookup = "java:jboss/datasources/RestanteDS")
  private DataSource dataSource;

  /** Which rows a sweep takes; each has one parameter, the latest time. */
  enum Sweep {
    COMPLETED("i.completed_at <= ?"),
    /** The index finds those that are not completed, which are few. */
    INCOMPLETE(
        "i.completed_at IS NULL AND i.dead_at IS NULL AND i.attempts > 0 AND i.updated_at <= ?"),
    DEAD("i.completed_at IS NULL AND i.dead_at <= ?");

    private final String condition;

    Sweep(String condition) {
      this.condition = condition;
    }
  }

  /** What a row says of its message. */
  record State(
      int attempts, Instant completedAt, Instant deadAt, int generation, Instant receivedAt) {
    boolean isCompleted() {
      return completedAt != null;
    }

    boolean isDead() {
      return deadAt != null;
    }

    private static State of(ResultSet row) throws SQLException {
      return new State(
          row.getInt("attempts"),
          instant(row, "completed_at"),
          instant(row, "dead_at"),
          row.getInt("generation"),
          instant(row, "received_at"));
    }
  }

  /** The row, locked by this transaction, made if it was missing; empty if another one holds it. */
  Optional<State> claim(InboxScope scope, InboxMessage message, Instant now) {
    return run(
        connection -> {
          try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            bind(claim, 1, head(scope, message, now));
            return Optional.of(state(claim));
          } catch (SQLException e) {
            if (DatabaseErrors.isLockWaitTimeout(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  /** Whether there was an open row to be completed. */
  boolean complete(InboxScope scope, MessageId id, Instant now) {
    return update(
            COMPLETE,
            BulkInsert.utc(now),
            BulkInsert.utc(now),
            scope.domain(),
            scope.name(),
            id.value())
        == 1;
  }

  /**
   * Counts a failure of an open message, and says what is then; waits for whoever holds the row.
   */
  State fail(InboxScope scope, InboxMessage message, Instant now, String error, int maxAttempts) {
    return run(
        connection -> {
          try (PreparedStatement fail = connection.prepareStatement(FAIL)) {
            List<Object> values = head(scope, message, now);
            values.add(error);
            values.add(maxAttempts <= 1 ? BulkInsert.utc(now) : null);
            values.add(maxAttempts);
            bind(fail, 1, values);
            return state(fail);
          }
        });
  }

  Optional<InboxRecord> find(InboxScope scope, MessageId id) {
    return list(FIND, scope.domain(), scope.name(), id.value()).stream().findFirst();
  }

  /** Dead messages of a query, one more than it wants if there are more. */
  List<InboxRecord> dead(DeadLetterQuery query) {
    DeadLetterQuery.Position after = query.after();
    LocalDateTime from = BulkInsert.utc(after == null ? FIRST : after.deadAt());
    return list(
        DEAD,
        query.scope().domain(),
        query.scope().name(),
        from,
        from,
        after == null ? "" : after.id().value(),
        BulkInsert.utc(query.before() == null ? LAST : query.before()),
        query.type(),
        query.type(),
        query.limit() + 1);
  }

  /** Locks those that are dead; waits for whoever holds one. */
  List<MessageId> lockDead(InboxScope scope, Collection<MessageId> ids) {
    return run(
        connection -> {
          try (PreparedStatement lock = connection.prepareStatement(LOCK_DEAD)) {
            bind(lock, 1, Arrays.asList(json(ids), scope.domain(), scope.name()));
            List<MessageId> locked = new ArrayList<>();
            try (ResultSet row = lock.executeQuery()) {
              while (row.next()) {
                locked.add(new MessageId(row.getString(1)));
              }
            }
            return locked;
          }
        });
  }

  /** Opens dead messages that are locked. */
  void reopen(InboxScope scope, Collection<MessageId> ids, Instant now) {
    update(RETRY, json(ids), BulkInsert.utc(now), scope.domain(), scope.name());
  }

  /** Opens a dead message of the generation; false if there is none. */
  boolean reopen(InboxScope scope, MessageId id, int generation, Instant now) {
    return update(
            REDRIVE, BulkInsert.utc(now), scope.domain(), scope.name(), id.value(), generation)
        == 1;
  }

  /** Deletes dead messages that are locked. */
  void delete(InboxScope scope, Collection<MessageId> ids) {
    update(PURGE, json(ids), scope.domain(), scope.name());
  }

  /**
   * Deletes at most so many, leaving out what another transaction holds. What was found is locked,
   * and the whole condition is stated again.
   *
   * @param scope only of this, or null for all
   */
  int sweep(Sweep sweep, InboxScope scope, Instant until, int limit) {
    String condition = sweep.condition + (scope == null ? "" : " AND i.domain = ? AND i.scope = ?");
    String find =
        "SELECT i.domain, i.scope, i.message_id FROM inbox i FORCE INDEX (inbox_completed_at)"
            + " WHERE "
            + condition
            + " LIMIT ? FOR UPDATE SKIP LOCKED";
    String delete =
        "DELETE i FROM "
            + KEYS
            + " STRAIGHT_JOIN inbox i FORCE INDEX (PRIMARY) ON i.domain = k.domain"
            + " AND i.scope = k.scope AND i.message_id = k.id WHERE "
            + condition;
    List<Object> of = new ArrayList<>(List.of(BulkInsert.utc(until)));
    if (scope != null) {
      of.addAll(List.of(scope.domain(), scope.name()));
    }
    String keys = keys(find, of, limit);
    List<Object> values = new ArrayList<>(List.of(keys));
    values.addAll(of);
    return update(delete, values.toArray());
  }

  private String keys(String find, List<Object> of, int limit) {
    return run(
        connection -> {
          try (PreparedStatement query = connection.prepareStatement(find)) {
            bind(query, bind(query, 1, of), List.of(limit));
            List<List<String>> keys = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
              while (row.next()) {
                keys.add(List.of(row.getString(1), row.getString(2), row.getString(3)));
              }
            }
            return JsonList.of(
                keys,
                (key, json) -> {
                  json.writeStartArray();
                  key.forEach(json::write);
                  json.writeEnd();
                });
          }
        });
  }

  private static List<Object> head(InboxScope scope, InboxMessage message, Instant now) {
    return new ArrayList<>(
        Arrays.asList(
            scope.domain(),
            scope.name(),
            message.id().value(),
            message.type(),
            message.version(),
            message.conversationId(),
            message.correlationId(),
            message.causationId(),
            BulkInsert.utc(now),
            BulkInsert.utc(now)));
  }

  private static State state(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new SQLException("The database returned no row of the inbox");
      }
      return State.of(row);
    }
  }

  private List<InboxRecord> list(String sql, Object... values) {
    return run(
        connection -> {
          try (PreparedStatement query = connection.prepareStatement(sql)) {
            bind(query, 1, Arrays.asList(values));
            List<InboxRecord> found = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
              while (row.next()) {
                found.add(inboxRecord(row));
              }
            }
            return found;
          }
        });
  }

  private int update(String sql, Object... values) {
    return run(
        connection -> {
          try (PreparedStatement update = connection.prepareStatement(sql)) {
            bind(update, 1, Arrays.asList(values));
            return update.executeUpdate();
          }
        });
  }

  private static InboxRecord inboxRecord(ResultSet row) throws SQLException {
    return new InboxRecord(
        new InboxScope(row.getString("domain"), row.getString("scope")),
        new InboxMessage(
            new MessageId(row.getString("message_id")),
            row.getString("message_type"),
            row.getInt("message_version"),
            row.getString("conversation_id"),
            row.getString("correlation_id"),
            row.getString("causation_id")),
        instant(row, "received_at"),
        instant(row, "updated_at"),
        instant(row, "completed_at"),
        instant(row, "dead_at"),
        row.getInt("attempts"),
        row.getString("last_error"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    LocalDateTime time = row.getObject(column, LocalDateTime.class);
    return time == null ? null : time.toInstant(ZoneOffset.UTC);
  }

  private static String json(Collection<MessageId> ids) {
    return JsonList.of(ids, (id, json) -> json.write(id.value()));
  }

  private static int bind(PreparedStatement statement, int first, Collection<?> values)
      throws SQLException {
    int index = first;
    for (Object value : values) {
      statement.setObject(index++, value);
    }
    return index;
  }

  private <T> T run(Work<T> work) {
    try (Connection connection = dataSource.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new PersistenceException(e);
    }
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }
}
