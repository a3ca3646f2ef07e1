package io.restante.test.sealing;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.RestMailbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The bodies of a mailbox as the database has them, to be looked at and to be damaged. */
public final class StoredBodies {

  /** What a sealed body is longer than the body: format, key id, nonce and tag. */
  static final int OVERHEAD = 1 + 4 + 12 + 16;

  private static final String OF_MAILBOX =
      " %s e JOIN mailbox m ON m.id = e.mailbox_id JOIN domain d ON d.id = m.domain_id";

  private static final String HERE = " WHERE d.name = ? AND m.name = ?";

  private final Database database;
  private final RestMailbox mailbox;

  private StoredBodies(Database database, RestMailbox mailbox) {
    this.database = database;
    this.mailbox = mailbox;
  }

  /** Opens a connection. */
  interface Database {
    Connection open() throws SQLException;
  }

  /** Of a mailbox of the shared server. */
  public static StoredBodies of(RestMailbox mailbox) {
    return of(mailbox, TestServer::openDatabase);
  }

  static StoredBodies of(RestMailbox mailbox, Database database) {
    return new StoredBodies(database, mailbox);
  }

  /** One of them. */
  record StoredBody(long sequence, byte[] body, Long key, int bodyBytes) {}

  /** The pending ones, in order. */
  List<StoredBody> all() {
    return all("envelope");
  }

  List<StoredBody> quarantined() {
    return all("quarantined_envelope");
  }

  /** Changes one byte of a stored body; from the end if the place is negative. */
  public void flip(long sequence, int place) {
    String at = place >= 0 ? Integer.toString(place + 1) : "LENGTH(e.body) + 1" + place;
    change(
        sequence,
        "e.body = INSERT(e.body, %1$s, 1, CHAR(ORD(SUBSTR(e.body, %1$s, 1)) ^ 1))".formatted(at));
  }

  /** Does the same to one in quarantine. */
  public void flipQuarantined(long sequence, int place) {
    change(
        "quarantined_envelope",
        sequence,
        "e.body = INSERT(e.body, %1$d, 1, CHAR(ORD(SUBSTR(e.body, %1$d, 1)) ^ 1))"
            .formatted(place + 1));
  }

  /** Sets columns of the row of a pending envelope, {@code e}. */
  public void change(long sequence, String assignments) {
    change("envelope", sequence, assignments);
  }

  void change(String table, long sequence, String assignments) {
    String sql =
        "UPDATE" + OF_MAILBOX.formatted(table) + " SET " + assignments + HERE + " AND sequence = ?";
    try (Connection connection = database.open();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, mailbox.domain());
      statement.setString(2, mailbox.name());
      statement.setLong(3, sequence);
      assertThat(statement.executeUpdate()).as("changed rows").isEqualTo(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<StoredBody> all(String table) {
    String sql =
        "SELECT sequence, body, sealing_key, body_bytes FROM"
            + OF_MAILBOX.formatted(table)
            + HERE
            + " ORDER BY sequence";
    try (Connection connection = database.open();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, mailbox.domain());
      statement.setString(2, mailbox.name());
      List<StoredBody> bodies = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          bodies.add(
              new StoredBody(
                  row.getLong(1), row.getBytes(2), row.getObject(3, Long.class), row.getInt(4)));
        }
      }
      return bodies;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
