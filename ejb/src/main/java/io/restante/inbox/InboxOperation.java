package io.restante.inbox;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.error.NotFoundException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;

/**
 * The inbox of a scope for its operators, who need {@code inbox:operate} on it. A scope exists
 * wherever its domain does: it is a name that applications use, and not made by anybody. What
 * changes something is audited, with it.
 */
@Stateless
public class InboxOperation {
  @Inject private InboxDeadLetters dead;
  @Inject private InboxPurge purge;
  @Inject private Inbox inbox;
  @Inject private InboxDomains domains;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;

  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public DeadLetterPage page(Caller caller, DeadLetterQuery query) {
    require(caller, query.scope());
    return dead.page(query);
  }

  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public InboxRecord get(Caller caller, InboxScope scope, MessageId id) {
    require(caller, scope);
    return inbox.find(scope, id).orElseThrow(NotFoundException::new);
  }

  /** Opens dead messages again, and says which were dead. */
  public List<MessageId> retry(Caller caller, InboxScope scope, List<MessageId> ids) {
    require(caller, scope);
    List<MessageId> opened = dead.retry(scope, ids);
    record(caller, scope, "inbox.retry", "messages " + opened.size());
    return opened;
  }

  /** Deletes dead messages, and says which were dead. */
  public List<MessageId> purge(Caller caller, InboxScope scope, List<MessageId> ids) {
    require(caller, scope);
    List<MessageId> deleted = dead.purge(scope, ids);
    record(caller, scope, "inbox.purge-dead", "messages " + deleted.size());
    return deleted;
  }

  /** One sweep of each kind, each in a transaction of its own; not audited. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public InboxPurgeReport purge(Caller caller, InboxPurgeRequest request) {
    require(caller, request.scope());
    return purge.purge(request);
  }

  /** Records what {@link #purge} did, in the transaction of its answer. */
  @TransactionAttribute(TransactionAttributeType.MANDATORY)
  public void recordPurge(Caller caller, InboxScope scope, InboxPurgeReport report) {
    record(
        caller,
        scope,
        "inbox.purge",
        "completed %d, incomplete %d, dead %d"
            .formatted(report.completed(), report.incomplete(), report.dead()));
  }

  private void require(Caller caller, InboxScope scope) {
    access.require(caller, Capability.INBOX_OPERATE, scope.domain(), scope.resource());
    domains.require(scope.domain());
  }

  private void record(Caller caller, InboxScope scope, String action, String detail) {
    audit.record(
        AuditEntry.of(caller.principalId(), action)
            .in(scope.domain())
            .on(scope.resource())
            .withDetail(detail));
  }
}
