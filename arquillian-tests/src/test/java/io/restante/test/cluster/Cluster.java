package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.durability.StoredMailbox;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.IntFunction;

/** Two nodes on one database, and what is done with them at once. */
final class Cluster implements AutoCloseable {

  static final int NODES = 2;

  private final OwnServer own;

  private Cluster(OwnServer own) {
    this.own = own;
  }

  /** Envelopes of two seconds are allowed, so that tests see them expire. */
  static Cluster start(String... databaseOptions) {
    OwnServer.Builder builder =
        OwnServer.builder().nodes(NODES).property("restante.mailbox.ttl.minimum", "PT1S");
    for (String option : databaseOptions) {
      builder.databaseOption(option);
    }
    return new Cluster(builder.start());
  }

  MailboxFixture newDomain() {
    return MailboxFixture.newDomain(own.admin(0));
  }

  RestClient admin(int node) {
    return own.admin(node);
  }

  /** A principal at the node. */
  RestClient client(int node, String token) {
    return RestClient.at(own.baseUri(node)).withToken(token);
  }

  /** The mailbox, used by the administrator at the node. */
  RestMailbox at(int node, RestMailbox mailbox) {
    return mailbox.as(admin(node));
  }

  Connection openDatabase() throws SQLException {
    return own.openDatabase();
  }

  StoredMailbox stored(RestMailbox mailbox) throws SQLException {
    try (Connection connection = openDatabase()) {
      return StoredMailbox.read(connection, mailbox.domain(), mailbox.name());
    }
  }

  /** The first column of the first row of a query. */
  long number(String query) throws SQLException {
    try (Connection connection = openDatabase();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).as(query).isTrue();
      return row.getLong(1);
    }
  }

  /** Executes statements on a connection of their own. */
  void execute(String... statements) throws SQLException {
    try (Connection connection = openDatabase();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Does something at every node in the same moment, and returns the answers by node. */
  List<Reply> atOnce(IntFunction<Reply> request) {
    return Together.call(NODES, request);
  }

  @Override
  public void close() {
    own.close();
  }
}
