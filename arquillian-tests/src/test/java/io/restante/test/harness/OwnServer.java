package io.restante.test.harness;

import io.restante.server.Distribution;
import io.restante.server.EmbeddedMariaDb;
import io.restante.server.WildFlyHome;
import io.restante.server.WildFlyServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/**
 * A MariaDB and one or more WildFly nodes that belong to one test, which may kill and restart them:
 * {@code own.node(0).kill(); own.node(0).start().awaitReady();}. Costs about ten seconds for the
 * first node. Ports and data stay the same until it is closed; the logs remain under {@code
 * target/fork-N/own}, N being the number of the run.
 */
public final class OwnServer implements AutoCloseable {

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String adminToken = "rst_" + Secrets.random();
  private final String databasePassword = Secrets.random();
  private final Path keyFile;
  private final EmbeddedMariaDb database;
  private final List<WildFlyServer> nodes = new ArrayList<>();

  private OwnServer(Builder builder) {
    Path directory = TestPaths.directory("own").resolve(Integer.toString(COUNT.incrementAndGet()));
    keyFile = directory.resolve("keys.json");
    try {
      Files.deleteIfExists(keyFile);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    EmbeddedMariaDb.Builder mariaDb =
        EmbeddedMariaDb.in(directory.resolve("mariadb")).bufferPool("128M").fresh();
    builder.databaseOptions.forEach(mariaDb::option);
    mariaDb.statement(
        "CREATE USER IF NOT EXISTS administrator@127.0.0.1 IDENTIFIED BY '%s'"
            .formatted(databasePassword));
    mariaDb.statement("GRANT ALL ON *.* TO administrator@127.0.0.1");
    OtherSchema.in(mariaDb);
    database = mariaDb.build();
    WildFlyHome home = WildFlyHome.of(Distribution.current());
    for (int i = 0; i < builder.nodes; i++) {
      WildFlyServer.Builder node = builder.node(home, directory, i, database, adminToken, keyFile);
      if (builder.joined) {
        int peer = (i + 1) % builder.nodes;
        node.cluster(() -> nodes.get(peer).httpPort(), databasePassword);
      }
      nodes.add(node.build());
    }
  }

  /** One node, started and ready. */
  public static OwnServer start() {
    return builder().start();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The node's process, to be killed, stopped and started. */
  public WildFlyServer node(int index) {
    return nodes.get(index);
  }

  public int size() {
    return nodes.size();
  }

  /** The database's process, to be killed, stopped and started. */
  public EmbeddedMariaDb database() {
    return database;
  }

  /** A connection to the database as the servers' user; the caller closes it. */
  public Connection openDatabase() throws SQLException {
    return database.connect();
  }

  /**
   * Executes a statement; again if the nodes, at work on the same rows, have it chosen as the
   * victim of a deadlock.
   */
  public void executeBesideTheNodes(String sql) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptionsInstanceOf(SQLTransactionRollbackException.class)
        .until(
            () -> {
              try (Connection connection = openDatabase();
                  Statement statement = connection.createStatement()) {
                statement.execute(sql);
                return true;
              }
            });
  }

  /** Executes a statement as somebody who may do everything in the database. */
  public void administerDatabase(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), "administrator", databasePassword);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** {@code http://localhost:PORT/restante/v1} of the node. */
  public URI baseUri(int index) {
    return node(index).rootUri().resolve("v1");
  }

  /** {@code http://localhost:PORT/restante/} of the node. */
  public URI rootUri(int index) {
    return node(index).rootUri();
  }

  /** The key file that all nodes have. */
  public Path keyFile() {
    return keyFile;
  }

  public String adminToken() {
    return adminToken;
  }

  /** The administrator at the node. */
  public RestClient admin(int index) {
    return RestClient.at(baseUri(index)).withToken(adminToken);
  }

  /** The management interface of the node; the caller closes it. */
  public Management management(int index) {
    return new Management(node(index));
  }

  /** Ends everything at once, since nobody needs its data any more. */
  @Override
  public void close() {
    nodes.forEach(WildFlyServer::kill);
    database.kill();
  }

  /** The first node makes schema and keys before another one looks for them. */
  private OwnServer startAll() {
    StopAtExit.register(this::close);
    database.start();
    nodes.get(0).start().awaitReady();
    List<WildFlyServer> others = nodes.subList(1, nodes.size());
    others.forEach(WildFlyServer::start);
    others.forEach(WildFlyServer::awaitReady);
    return this;
  }

  /** What the servers of a test are made of. */
  public static final class Builder {

    private final List<String> databaseOptions = new ArrayList<>();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private int nodes = 1;
    private boolean joined;

    private Builder() {}

    public Builder nodes(int number) {
      this.nodes = number;
      return this;
    }

    /** Joins the nodes' brokers, each with the next one's. */
    public Builder joined() {
      this.joined = true;
      return this;
    }

    /** An option of {@code mariadbd}. */
    public Builder databaseOption(String option) {
      databaseOptions.add(option);
      return this;
    }

    /** A system property of every node, such as a setting {@code restante.…}. */
    public Builder property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /** A variable of every node's environment. */
    public Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /** Starts them and waits until all are ready. */
    public OwnServer start() {
      OwnServer server = new OwnServer(this);
      try {
        return server.startAll();
      } catch (RuntimeException e) {
        server.close();
        throw e;
      }
    }

    private WildFlyServer.Builder node(
        WildFlyHome home,
        Path directory,
        int index,
        EmbeddedMariaDb database,
        String adminToken,
        Path keyFile) {
      String name = "node" + (index + 1);
      WildFlyServer.Builder node =
          TestNode.in(home, directory.resolve(name), database, adminToken, keyFile)
              .node(name)
              .heap("512m");
      properties.forEach(node::property);
      environment.forEach(node::environment);
      return node;
    }
  }
}
