package io.restante.inbox;

import io.restante.database.TransactionRetry;
import io.restante.error.ValidationFailedException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;

/** {@link InboxDeadLetters}; by itself, each call is repeated when the database asks for that. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class InboxDeadLettersBean implements InboxDeadLetters {
  @Inject private DeadLetterService dead;
  @Inject private InboxDomains domains;
  @Inject private TransactionRetry retry;

  @Override
  public DeadLetterPage page(DeadLetterQuery query) {
    domains.require(query.scope().domain());
    return retry.call(() -> dead.page(query));
  }

  @Override
  public List<MessageId> retry(InboxScope scope, List<MessageId> ids) {
    List<MessageId> wanted = require(scope, ids);
    return retry.call(() -> dead.retry(scope, wanted));
  }

  @Override
  public List<MessageId> purge(InboxScope scope, List<MessageId> ids) {
    List<MessageId> wanted = require(scope, ids);
    return retry.call(() -> dead.purge(scope, wanted));
  }

  private List<MessageId> require(InboxScope scope, List<MessageId> ids) {
    domains.require(scope.domain());
    if (ids == null || ids.isEmpty() || ids.size() > MAX_IDS) {
      throw new ValidationFailedException("ids", "must be 1 to " + MAX_IDS);
    }
    return List.copyOf(ids);
  }
}
