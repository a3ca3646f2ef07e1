package io.restante.inbox;

import io.restante.database.TransactionRetry;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Duration;

/** {@link InboxPurge}: each sweep is repeated by itself when the database asks for that. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class InboxPurgeBean implements InboxPurge {
  @Inject private InboxTransaction transactions;
  @Inject private InboxDomains domains;
  @Inject private TransactionRetry retry;

  @Override
  public InboxPurgeReport purge(InboxPurgeRequest request) {
    if (request.scope() != null) {
      domains.require(request.scope().domain());
    }
    return new InboxPurgeReport(
        sweep(JdbcInboxStore.Sweep.COMPLETED, request, request.completed()),
        sweep(JdbcInboxStore.Sweep.INCOMPLETE, request, request.incomplete()),
        sweep(JdbcInboxStore.Sweep.DEAD, request, request.dead()));
  }

  private int sweep(JdbcInboxStore.Sweep sweep, InboxPurgeRequest request, Duration age) {
    return age == null
        ? 0
        : retry.call(() -> transactions.sweep(sweep, request.scope(), age, request.limit()));
  }
}
