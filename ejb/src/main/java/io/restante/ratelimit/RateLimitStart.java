package io.restante.ratelimit;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import org.jboss.logging.Logger;

/** Reads the limits at the start: what is wrong with them stops the deployment, no request. */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
public class RateLimitStart {
  private static final Logger LOG = Logger.getLogger(RateLimitStart.class);

  @Inject private RateLimits limits;
  @Inject private ClientAddresses addresses;

  @PostConstruct
  void read() {
    LOG.infof("In force: %s; %s.", limits.describe(), addresses.describe());
  }
}
