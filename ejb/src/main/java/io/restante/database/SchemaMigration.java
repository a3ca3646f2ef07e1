package io.restante.database;

import io.restante.config.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/**
 * Brings the schema up to date before anything else of the application starts. With {@code
 * restante.db.migrate=off} it only checks, and stops the deployment if a migration is missing: the
 * database's administrators apply them. Several nodes may start at once; see {@link Migrations}.
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
    Migrations migrations = new Migrations(dataSource);
    try {
      version =
          settings.flag("restante.db.migrate", true) ? migrations.apply() : migrations.check();
    } catch (SQLException e) {
      throw new IllegalStateException("The schema cannot be brought up to date.", e);
    }
    LOG.infof("Database schema is at version %s.", version);
  }

  /** The version of the schema that this node runs on. */
  public String version() {
    return version;
  }
}
