package io.restante.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** The plain program: the same tables and statements, one connection a thread, no server. */
final class JdbcSystem {
  private final String url;
  private final String user;
  private final String password;
  private final Map<String, Long> ids = new ConcurrentHashMap<>();

  JdbcSystem(String url, String user, String password) {
    this.url = url + (url.contains("?") ? "&" : "?") + "useServerPrepStmts=true";
    this.user = user;
    this.password = password;
  }

  Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(url, user, password);
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    connection.setAutoCommit(false);
    return connection;
  }

  /** Submits one envelope per commit, to mailboxes at random. */
  Client submitter(String prefix, int mailboxes, int seed) {
    Random random = new Random(seed);
    List<Long> ids = ids(IntStream.range(0, mailboxes).mapToObj(i -> prefix + i).toList());
    return new Jdbc() {
      @Override
      public int work() {
        statements.submit(ids.get(random.nextInt(ids.size())));
        return 1;
      }
    };
  }

  /** A whole life: a hundred submits, one select, one transaction that finalizes them. */
  Client life(String mailbox) {
    long id = ids(List.of(mailbox)).get(0);
    return new Jdbc() {
      @Override
      public int work() {
        for (int i = 0; i < 100; i++) {
          statements.submit(id);
        }
        return statements.finalizePage(id);
      }
    };
  }

  /** Stores many envelopes or tombstones, fast: the ground that growth is measured on. */
  void pile(String table, String mailbox, int from, int to) {
    try (Connection connection = connect();
        PreparedStatement rows =
            connection.prepareStatement(
                table.equals("envelope") ? Pile.ENVELOPES : Pile.TOMBSTONES);
        PreparedStatement counters =
            connection.prepareStatement(
                "UPDATE mailbox SET pending_count = pending_count + ?, pending_bytes ="
                    + " pending_bytes + ? * 1024, next_sequence = next_sequence + ? WHERE id = ?")) {
      long id = ids(List.of(mailbox)).get(0);
      for (int i = from; i < to; i += Pile.STEP) {
        int count = Math.min(Pile.STEP, to - i);
        rows.setLong(1, id);
        rows.setInt(2, i + 1);
        rows.setInt(3, i + count);
        rows.executeUpdate();
        int pending = table.equals("envelope") ? count : 0;
        counters.setInt(1, pending);
        counters.setInt(2, pending);
        counters.setInt(3, count);
        counters.setLong(4, id);
        counters.executeUpdate();
        connection.commit();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The ids of mailboxes of the domain {@code main}, asked once for each. */
  private List<Long> ids(List<String> names) {
    return names.stream().map(name -> ids.computeIfAbsent(name, this::id)).toList();
  }

  private long id(String name) {
    try (Connection connection = connect();
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT m.id FROM mailbox m JOIN domain d ON d.id = m.domain_id"
                    + " WHERE d.name = 'main' AND m.name = ?")) {
      query.setString(1, name);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private abstract class Jdbc implements Client {
    final JdbcStatements statements;
    private final Connection connection;

    Jdbc() {
      try {
        connection = connect();
        statements = new JdbcStatements(connection);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class Pile {
    static final int STEP = 5_000;
    static final String ENVELOPES =
        "INSERT INTO envelope (mailbox_id, sequence, sender, message_id, digest, body_bytes,"
            + " protocol_version, accepted_at, expires_at, body) SELECT ?, seq, 'pile',"
            + " CONCAT('pile-', seq), UNHEX(SHA2(REPEAT('x', 1024), 256)), 1024, 1, UTC_TIMESTAMP(3),"
            + " UTC_TIMESTAMP(3) + INTERVAL 7 DAY, REPEAT('x', 1024) FROM seq_1_to_100000000"
            + " WHERE seq BETWEEN ? AND ?";
    static final String TOMBSTONES =
        "INSERT INTO tombstone (mailbox_id, sequence, sender, message_id, finalization, digest,"
            + " accepted_at, finalized_at) SELECT ?, seq, 'pile', CONCAT('stone-', seq), 0,"
            + " UNHEX(SHA2(seq, 256)), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) FROM"
            + " seq_1_to_100000000 WHERE seq BETWEEN ? AND ?";
  }
}
