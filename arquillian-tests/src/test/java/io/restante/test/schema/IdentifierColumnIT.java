package io.restante.test.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Identifiers compare by byte, in every column that holds one. */
class IdentifierColumnIT {

  /**
   * Written by others as they like; everything else that is text is an identifier or a constant.
   */
  private static final Set<String> FREE_TEXT =
      Set.of(
          "access_token.label",
          "principal.subject",
          "inbox.scope",
          "inbox.message_id",
          "inbox.message_type",
          "inbox.conversation_id",
          "inbox.correlation_id",
          "inbox.causation_id",
          "inbox.last_error");

  /** Constants, which a CHECK already bounds to a few words; or generated from another column. */
  private static final Set<String> CONSTANTS =
      Set.of(
          "principal.kind",
          "mailbox.retention",
          "mailbox.acknowledgements",
          "outbox.state",
          "queue.ordering",
          "queue.parked_head",
          "queue.retry_jitter",
          "queue_message.order_key",
          "retention_change.state");

  private static final List<String> ALIKE =
      List.of("alike-abc", "ALIKE-ABC", "alike-abc ", "Alike-abc", "alike-ab");

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = TestServer.openDatabase();
    connection.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    connection.rollback();
    connection.close();
  }

  @Test
  void identifiersThatDifferOnlyInCaseOrATrailingSpaceAreDifferent() throws SQLException {
    SampleRows samples = SampleRows.in(connection);
    for (Schema.Column column : new Schema(connection).textColumns()) {
      if (!FREE_TEXT.contains(column.name()) && !CONSTANTS.contains(column.name())) {
        for (String identifier : ALIKE) {
          samples.of(column.table()).with(column.column(), identifier).insertInto(connection);
        }
        for (String identifier : ALIKE) {
          assertThat(found(column, identifier))
              .as("%s = '%s'", column.name(), identifier)
              .containsExactly(identifier);
        }
      }
    }
  }

  @Test
  void noColumnReliesOnACollationOfTheServer() throws SQLException {
    for (Schema.Column column : new Schema(connection).textColumns()) {
      String wanted = FREE_TEXT.contains(column.name()) ? "utf8mb4_nopad_bin" : "ascii_nopad_bin";
      assertThat(column.collation()).as(column.name()).isEqualTo(wanted);
    }
  }

  private List<String> found(Schema.Column column, String identifier) throws SQLException {
    String query =
        "SELECT %2$s FROM %1$s WHERE %2$s = ?".formatted(column.table(), column.column());
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, identifier);
      try (ResultSet row = statement.executeQuery()) {
        List<String> found = new ArrayList<>();
        while (row.next()) {
          found.add(row.getString(1));
        }
        return found;
      }
    }
  }
}
