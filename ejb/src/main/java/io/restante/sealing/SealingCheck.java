package io.restante.sealing;

import io.restante.config.ConfigurationException;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.SortedSet;

/**
 * Stops the deployment if a key is missing that stored rows name, before anything reads or writes
 * one of them: a missing key is a mistake of the installation and not damage of the records.
 */
@Singleton
@Startup
@DependsOn("SchemaMigration")
@TransactionManagement(TransactionManagementType.BEAN)
public class SealingCheck {
  @Inject private SealingService sealing;

  @PostConstruct
  void requireKeys() {
    SortedSet<Long> missing = sealing.missing();
    if (!missing.isEmpty()) {
      throw new ConfigurationException(
          "restante.keys.file",
          "(a file without the sealing keys " + missing + ")",
          "one that still holds the keys that stored rows name; put it back from its backup, or see"
              + " \"A key is missing\" in the operations guide");
    }
  }
}
