package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.durability.StoredMailbox;
import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.Together;
import io.restante.test.harness.TwoNodes;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.start.Timers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.IntFunction;

/** Two nodes on one database, and what is done with them at once. */
final class Cluster {

  static final int NODES = 2;

  private final OwnServer own;

  private Cluster(OwnServer own) {
    this.own = own;
  }

  static Cluster running() {
    return new Cluster(TwoNodes.running());
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

  /** Executes statements, one after the other, beside what the nodes do. */
  void execute(String... statements) {
    for (String sql : statements) {
      own.executeBesideTheNodes(sql);
    }
  }

  /** Lets the only timer of a bean fire at every node in the same moment. */
  void fire(String bean) {
    Together.call(
        NODES,
        node -> {
          try (Management management = own.management(node)) {
            Timers.trigger(management, bean);
          }
          return node;
        });
  }

  /** Does something at every node in the same moment, and returns the answers by node. */
  List<Reply> atOnce(IntFunction<Reply> request) {
    return Together.call(NODES, request);
  }
}
