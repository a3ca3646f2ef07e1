package io.restante.test.inbox;

import io.restante.test.harness.TestServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Rows of a scope as the inbox stores them, of any age, in the shared server's database. */
record InboxRows(String domain, String scope) {

  /** One for all: those of the same age are of the same second. */
  private static final Instant NOW = TestServer.now();

  private static final String INSERT =
      "INSERT INTO inbox (domain, scope, message_id, message_type, message_version,"
          + " conversation_id, received_at, updated_at, completed_at, dead_at, attempts,"
          + " last_error) VALUES (?, ?, ?, 'order.placed', 1, 'talk', ?, ?, ?, ?, ?, ?)";

  String path() {
    return "/domains/" + domain + "/inbox/" + escape(scope);
  }

  static String escape(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  void dead(String id, int daysAgo) {
    insert(id, daysAgo, false, true, 3);
  }

  void completed(String id, int daysAgo) {
    insert(id, daysAgo, true, false, 0);
  }

  /** One that failed before. */
  void open(String id, int daysAgo) {
    insert(id, daysAgo, false, false, 3);
  }

  /** One whose transaction was committed without completing it. */
  void claimed(String id, int daysAgo) {
    insert(id, daysAgo, false, false, 0);
  }

  /** As an operator's retry does, in a transaction of the connection. */
  void retry(Connection connection, String id) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE inbox SET dead_at = NULL, attempts = 0 WHERE domain = ? AND scope = ?"
                + " AND message_id = ?")) {
      bind(update, domain, scope, id);
      update.executeUpdate();
    }
  }

  List<String> ids() {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement query =
            database.prepareStatement(
                "SELECT message_id FROM inbox WHERE domain = ? AND scope = ?")) {
      bind(query, domain, scope);
      List<String> ids = new ArrayList<>();
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          ids.add(row.getString(1));
        }
      }
      return ids;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void insert(String id, int daysAgo, boolean completed, boolean dead, int attempts) {
    LocalDateTime at =
        LocalDateTime.ofInstant(NOW.minus(Duration.ofDays(daysAgo)), ZoneOffset.UTC).withNano(0);
    try (Connection database = TestServer.openDatabase();
        PreparedStatement insert = database.prepareStatement(INSERT)) {
      bind(
          insert,
          domain,
          scope,
          id,
          at,
          at,
          completed ? at : null,
          dead ? at : null,
          attempts,
          attempts == 0 ? null : "java.lang.IllegalStateException");
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }
}
