package io.restante.test.cluster;

import java.sql.SQLException;
import java.util.List;

/**
 * Makes inserts fail with errors of InnoDB, so many times, by triggers. What is left of the trouble
 * stands in a table without transactions, which no rollback restores.
 */
final class Trouble implements AutoCloseable {

  private static final List<String> TABLES =
      List.of(
          "mailbox",
          "envelope",
          "tombstone",
          "idempotency_record",
          "principal",
          "access_grant",
          "audit_record");

  private final Cluster cluster;

  private Trouble(Cluster cluster) {
    this.cluster = cluster;
  }

  static Trouble in(Cluster cluster) throws SQLException {
    Trouble trouble = new Trouble(cluster);
    trouble.close();
    cluster.execute(
        "CREATE TABLE trouble (place VARCHAR(64), error INT, remaining INT) ENGINE = MyISAM");
    for (String table : TABLES) {
      cluster.execute(trigger(table));
    }
    return trouble;
  }

  /** The next inserts into the table fail with the error. */
  void expect(String table, int error, int times) throws SQLException {
    cluster.execute(
        "DELETE FROM trouble",
        "INSERT INTO trouble VALUES ('%s', %d, %d)".formatted(table, error, times));
  }

  /** How often an insert will still fail. */
  long remaining() throws SQLException {
    return cluster.number("SELECT remaining FROM trouble");
  }

  @Override
  public void close() throws SQLException {
    for (String table : TABLES) {
      cluster.execute("DROP TRIGGER IF EXISTS trouble_" + table);
    }
    cluster.execute("DROP TABLE IF EXISTS trouble");
  }

  private static String trigger(String table) {
    return """
        CREATE TRIGGER trouble_%1$s BEFORE INSERT ON %1$s FOR EACH ROW
        BEGIN
          DECLARE code INT;
          SELECT MAX(error) INTO code FROM trouble WHERE place = '%1$s' AND remaining > 0;
          IF code IS NOT NULL THEN
            UPDATE trouble SET remaining = remaining - 1;
            IF code = 1213 THEN
              SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'trouble';
            ELSE
              SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = code, MESSAGE_TEXT = 'trouble';
            END IF;
          END IF;
        END
        """
        .formatted(table);
  }
}
