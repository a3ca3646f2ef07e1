package io.restante.test.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Envelopes that are finalized, each of which makes one outbox event, and what their sender is told
 * of them: it drains its mailbox, so that something told twice is seen twice.
 */
final class Letters {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final OwnServer own;
  private final RestMailbox held;
  private final RestMailbox home;
  private final TestPrincipal sender;
  private final List<String> finalized = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  Letters(OwnServer own) {
    this.own = own;
    MailboxFixture domain = MailboxFixture.newDomain(own.admin(0));
    held = domain.mailbox(Map.of("acknowledgements", "FINALIZED"));
    home = domain.mailbox();
    sender =
        domain.principal(
            domain.grant("mailbox:submit", "mailboxes/*"),
            domain.grant("mailbox:receive", "mailboxes/" + home.name()));
  }

  /** Submits so many and finalizes them at the first node; then so many events are stored. */
  void finalizeSome(int number) {
    finalizeSome(number, 0);
  }

  /** The same at another node. */
  void finalizeSome(int number, int node) {
    String[] ids = submitSome(number, node);
    acknowledge(ids, node);
  }

  /**
   * The same at a node that is to die before it answers, or soon after.
   *
   * @param prepare has it die when events of these envelopes come to a certain point
   */
  void finalizeSomeAtADyingNode(int number, Runnable prepare, Runnable restart) {
    String[] ids = submitSome(number, 0);
    prepare.run();
    try {
      acknowledge(ids, 0);
    } catch (UncheckedIOException died) {
      assertThat(died).hasRootCauseInstanceOf(IOException.class);
    }
    restart.run();
    acknowledge(ids, 0);
  }

  private String[] submitSome(int number, int node) {
    RestMailbox at = held.as(RestClient.at(own.baseUri(node)).withToken(sender.token()));
    String[] ids = new String[number];
    for (int i = 0; i < number; i++) {
      ids[i] = "m" + finalized.size();
      finalized.add(ids[i]);
      at.submit(ids[i], new byte[0], Map.of("acknowledgeTo", home.name())).expect(201);
    }
    return ids;
  }

  private void acknowledge(String[] ids, int node) {
    assertThat(held.as(own.admin(node)).acknowledge(sender.id(), ids))
        .isSubsetOf("COMMITTED", "ALREADY_COMMITTED");
  }

  /** Takes what the sender is told by now, for good. */
  void read() {
    JsonNode page;
    do {
      page = home.as(own.admin(0)).drain(100).expect(200).json().path("envelopes");
      page.forEach(envelope -> told.add(envelope.path("messageId").asText()));
    } while (!page.isEmpty());
  }

  /** How many events of these letters are in the state. */
  long count(String state) throws SQLException {
    return number(
        """
        SELECT COUNT(*) FROM outbox o JOIN mailbox m ON m.id = o.subject_id
          WHERE m.name = '%s' AND o.state = '%s'
        """
            .formatted(home.name(), state));
  }

  /** The most attempts that any of them took. */
  long attempts() throws SQLException {
    return number(
        "SELECT MAX(o.attempts) FROM outbox o JOIN mailbox m ON m.id = o.subject_id WHERE m.name = '"
            + home.name()
            + "'");
  }

  /** Lets what was claimed or published be as late as if so much time had passed. */
  void passTime(Duration time) {
    String update =
        """
        UPDATE outbox SET available_at = available_at - INTERVAL %1$d SECOND,
            lease_until = lease_until - INTERVAL %1$d SECOND WHERE state IN ('PENDING', 'PUBLISHED')
        """
            .formatted(time.toSeconds());
    own.executeBesideTheNodes(update);
  }

  /** Waits until every event is carried out, and asserts that its effect came about once. */
  void assertEachToldOnce() throws SQLException {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              read();
              assertThat(count("DONE")).isEqualTo(finalized.size());
            });
    read();
    assertThat(told).containsExactlyInAnyOrderElementsOf(finalized);
  }

  private long number(String query) throws SQLException {
    try (Connection database = own.openDatabase();
        Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
