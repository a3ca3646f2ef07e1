package io.restante.access;

import io.restante.config.ConfigurationException;
import io.restante.config.Settings;
import io.restante.database.TransactionRetry;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/**
 * Makes the first administrator from {@code RESTANTE_ADMIN_TOKEN}, if that is set; there is no
 * default. Two nodes that start at once with one token make one administrator: the second meets the
 * duplicate hash and finds it there.
 */
@Singleton
@Startup
@DependsOn("SchemaMigration")
@TransactionManagement(TransactionManagementType.BEAN)
public class AdministratorBootstrap {
  private static final int MIN_LENGTH = 24;

  @Inject private Settings settings;
  @Inject private PrincipalService principals;
  @Inject private TransactionRetry retry;

  @PostConstruct
  void makeAdministrator() {
    settings.text("restante.admin.token").ifPresent(this::ensure);
  }

  private void ensure(String token) {
    if (!token.startsWith(SecretToken.PREFIX) || token.length() < MIN_LENGTH) {
      throw new ConfigurationException(
          "restante.admin.token",
          "(not shown)",
          SecretToken.PREFIX + " and at least 20 random characters");
    }
    retry.call(
        () -> {
          principals.ensureAdministrator(token);
          return true;
        });
  }
}
