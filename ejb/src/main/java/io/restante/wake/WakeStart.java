package io.restante.wake;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import org.jboss.logging.Logger;

/** Reads the settings at the start: what is wrong with them stops the deployment, no request. */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
public class WakeStart {
  private static final Logger LOG = Logger.getLogger(WakeStart.class);

  @Inject private WakeSettings settings;

  @PostConstruct
  void read() {
    LOG.infof("Wakes: %s.", settings.get());
  }
}
