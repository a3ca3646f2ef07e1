package io.restante.test.outbox;

import static org.awaitility.Awaitility.await;

import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/**
 * On the shared server, the acknowledgement of one envelope that was given up, since the mailbox
 * was full for too long: it has room now, and the event's reference lies in {@code
 * restante.dlq.ack}.
 */
public final class GivenUpEvent {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final MailboxFixture domain = MailboxFixture.newDomain();
  private final RestMailbox home = domain.mailbox(Map.of("maxPendingCount", 1));

  /** Waits until it is given up. */
  public GivenUpEvent() throws SQLException {
    RestMailbox held = domain.mailbox(Map.of("acknowledgements", "FINALIZED"));
    home.submit("in-the-way").expect(201);
    TestPrincipal sender =
        domain.principal(
            domain.grant("mailbox:submit", "mailboxes/*"),
            domain.grant("mailbox:receive", "mailboxes/" + home.name()));
    held.as(sender).submit("m1", new byte[0], Map.of("acknowledgeTo", home.name())).expect(201);
    held.acknowledge(sender.id(), "m1");
    await().atMost(LIMIT).until(() -> column("last_error").equals("MAILBOX_FULL"));
    haveItsLastAttemptComeNow();
    BrokerQueue deadLetters = new BrokerQueue("restante.dlq.ack");
    await().atMost(LIMIT).until(() -> deadLetters.list(reference()).size() == 1);
    home.drain(1).expect(200);
  }

  public MailboxFixture domain() {
    return domain;
  }

  /** Where the acknowledgement goes. */
  public RestMailbox home() {
    return home;
  }

  public long id() throws SQLException {
    return Long.parseLong(column("id"));
  }

  /** The filter by which the broker finds its reference. */
  public String reference() throws SQLException {
    return "id = '" + id() + "'";
  }

  /** A column of its row. */
  public String column(String column) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement =
            database.prepareStatement(
                "SELECT COALESCE(o."
                    + column
                    + ", '') FROM outbox o JOIN mailbox m ON m.id = o.subject_id"
                    + " WHERE m.name = ? AND o.event_type = 'ACKNOWLEDGEMENT'")) {
      statement.setString(1, home.name());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getString(1) : "";
      }
    }
  }

  private void haveItsLastAttemptComeNow() throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement =
            database.prepareStatement(
                "UPDATE outbox SET attempts = 9, available_at = created_at WHERE id = ?"
                    + " AND state = 'PENDING' AND lease_until IS NULL")) {
      statement.setLong(1, id());
      // Between two attempts, not in the middle of one.
      await().atMost(LIMIT).until(() -> statement.executeUpdate() == 1);
    }
  }
}
