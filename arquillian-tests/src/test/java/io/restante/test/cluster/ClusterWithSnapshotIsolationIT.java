package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.test.harness.TwoNodes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The same on a database as MariaDB 11.6.2 and newer are by themselves: with error 1020 for a row
 * that changed since the transaction's snapshot. Under READ COMMITTED every statement has a
 * snapshot of its own, so that the error is rare; {@link RepetitionContract} brings it about.
 */
class ClusterWithSnapshotIsolationIT extends ClusterIT {

  private static final String ROW = "WHERE name = 'main'";

  @BeforeAll
  static void isolateSnapshots() throws SQLException {
    TwoNodes.isolateSnapshots(true);
  }

  @AfterAll
  static void isolateThemNoMore() throws SQLException {
    TwoNodes.isolateSnapshots(false);
  }

  @Test
  void databaseRefusesARowThatChangedSinceTheSnapshot() throws SQLException {
    try (Connection reader = cluster().openDatabase();
        Statement statement = reader.createStatement()) {
      reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      reader.setAutoCommit(false);
      statement.execute("SELECT * FROM domain " + ROW);
      cluster().execute("UPDATE domain SET created_at = created_at - INTERVAL 1 SECOND " + ROW);

      assertThatThrownBy(() -> statement.execute("SELECT * FROM domain " + ROW + " FOR UPDATE"))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> assertThat(e.getErrorCode()).isEqualTo(RepetitionContract.RECORD_CHANGED));
      reader.rollback();
    }
  }
}
