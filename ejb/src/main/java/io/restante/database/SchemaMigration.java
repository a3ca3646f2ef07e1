package io.restante.database;

import io.restante.config.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.jboss.logging.Logger;

/**
 * Brings the schema up to date before anything else of the application starts. With {@code
 * restante.db.migrate=off} it only checks, and stops the deployment if a migration is missing: the
 * database's administrators apply them. Several nodes may start at once; Flyway's lock lets one
 * migrate.
 */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
public class SchemaMigration {
  private static final Logger LOG = Logger.getLogger(SchemaMigration.class);

  @Resource(lookup = "java:jboss/datasources/RestanteDS")
  private DataSource dataSource;

  @Inject private Settings settings;

  private String version;

  @PostConstruct
  void migrate() {
    Flyway flyway =
        Flyway.configure(SchemaMigration.class.getClassLoader())
            .dataSource(dataSource)
            .locations("classpath:db/migration")
            .load();
    if (settings.flag("restante.db.migrate", true)) {
      flyway.migrate();
    } else {
      flyway.validate();
    }
    MigrationInfo current = flyway.info().current();
    if (current == null) {
      throw new IllegalStateException("The database has no schema of Restante.");
    }
    version = current.getVersion().getVersion();
    LOG.infof("Database schema is at version %s.", version);
  }

  /** The version of the schema that this node runs on. */
  public String version() {
    return version;
  }
}
