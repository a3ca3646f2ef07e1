package io.restante.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.jboss.logging.Logger;

/**
 * Brings the schema of a database to the newest migration, or checks that it is there.
 *
 * <p>MariaDB carries out each statement of a migration wholly or not at all, but takes none back
 * when a later one fails or the node dies. What was interrupted is run again from its beginning,
 * which changes nothing where it had come already. The oldest migrations cannot do that ({@link
 * UnfinishedTables}): what is left of them is refused, with what to do.
 *
 * <p>{@link MigrationLock} lets one node at a time do this. Flyway's own lock is not enough: a node
 * that waits for it has looked at what failed before the other one mended it.
 */
public final class Migrations {
  private static final Logger LOG = Logger.getLogger(Migrations.class);

  private final DataSource dataSource;
  private final Flyway flyway;

  public Migrations(DataSource dataSource) {
    this.dataSource = dataSource;
    this.flyway =
        Flyway.configure(Migrations.class.getClassLoader())
            .dataSource(dataSource)
            .locations("classpath:" + UnfinishedTables.DIRECTORY)
            // While a statement waits for a dump or a long transaction to let go of a table, all
            // requests for the table wait behind it; rather fail, and be deployed again later.
            .initSql("SET lock_wait_timeout = 60")
            .load();
  }

  /** Applies what is missing; returns the version that the schema then has. */
  public String apply() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      MigrationLock lock = MigrationLock.take(connection);
      try {
        applyAlone(connection);
      } finally {
        lock.release();
      }
    }
    return version();
  }

  /** Changes nothing, and fails if a migration is missing, differs or was not completed. */
  public String check() {
    refuseFailureOfNewerVersion();
    flyway.validate();
    return version();
  }

  private void applyAlone(Connection connection) throws SQLException {
    refuseFailureOfNewerVersion();
    for (MigrationInfo missing : flyway.info().pending()) {
      UnfinishedTables.of(missing).refuse(connection);
    }
    for (MigrationInfo failed : inState(MigrationState.FAILED)) {
      UnfinishedTables.of(failed).refuse(connection);
      forget(failed, connection);
    }
    flyway.migrate();
  }

  private String version() {
    MigrationInfo current = flyway.info().current();
    if (current == null) {
      throw new IllegalStateException("The database has no schema of Restante.");
    }
    return current.getVersion().getVersion();
  }

  /** Flyway only warns of it. */
  private void refuseFailureOfNewerVersion() {
    List<String> unknown =
        inState(MigrationState.FUTURE_FAILED).stream()
            .map(info -> info.getVersion().getVersion())
            .toList();
    if (!unknown.isEmpty()) {
      throw new IllegalStateException(
          "Migrations "
              + unknown
              + " of a newer version of Restante did not complete. Deploy that version, which"
              + " completes them.");
    }
  }

  private List<MigrationInfo> inState(MigrationState state) {
    return Arrays.stream(flyway.info().all()).filter(info -> info.getState() == state).toList();
  }

  /** Not Flyway's repair, which would also take a changed migration for the right one. */
  private void forget(MigrationInfo failed, Connection connection) throws SQLException {
    String version = failed.getVersion().getVersion();
    LOG.warnf("Migration %s did not complete before; it runs again.", version);
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM %s WHERE version = ? AND success = 0"
                .formatted(flyway.getConfiguration().getTable()))) {
      delete.setString(1, version);
      delete.executeUpdate();
    }
  }
}
