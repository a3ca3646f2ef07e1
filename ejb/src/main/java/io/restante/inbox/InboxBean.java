package io.restante.inbox;

import io.restante.database.TransactionRetry;
import io.restante.error.ValidationFailedException;
import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@link Inbox}: claims and completes in the caller's transaction. What the store throws marks that
 * for rollback; that somebody else holds a message is no failure, and does not.
 *
 * <p>A crash before the caller's commit leaves nothing of the claim. One after it leaves the
 * completed row, with what the caller wrote. One before {@link #fail} leaves an attempt uncounted.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class InboxBean implements Inbox {
  @Inject private JdbcInboxStore store;
  @Inject private InboxTransaction transactions;
  @Inject private InboxClaims claims;
  @Inject private InboxDomains domains;
  @Inject private InboxConfig config;
  @Inject private TransactionRetry retry;
  @Inject private Clock clock;
  @Resource private SessionContext session;

  @Override
  public InboxClaim claim(InboxScope scope, InboxMessage message) {
    domains.require(scope.domain());
    return translated(() -> store.claim(scope, message, clock.instant()))
        .map(state -> claimed(scope, message, state))
        .orElseGet(InboxClaim.InProgress::new);
  }

  private InboxClaim claimed(InboxScope scope, InboxMessage message, JdbcInboxStore.State state) {
    if (state.isCompleted()) {
      return new InboxClaim.AlreadyCompleted();
    }
    if (state.isDead()) {
      return new InboxClaim.Dead();
    }
    claims.add(scope, message.id());
    return new InboxClaim.Claimed(state.attempts() + 1);
  }

  @Override
  public void complete(InboxScope scope, MessageId id) {
    if (!claims.remove(scope, id)
        || !translated(() -> store.complete(scope, id, clock.instant()))) {
      throw new NotClaimedException();
    }
  }

  @Override
  public <T> InboxOutcome<T> process(
      InboxScope scope, InboxMessage message, InboxHandler<T> handler) {
    InboxClaim claim = claim(scope, message);
    if (claim instanceof InboxClaim.Claimed claimed) {
      T result = handle(handler, claimed.attempt());
      if (!session.getRollbackOnly()) {
        complete(scope, message.id());
      }
      return new InboxOutcome.Processed<>(result);
    }
    if (claim instanceof InboxClaim.AlreadyCompleted) {
      return new InboxOutcome.AlreadyCompleted<>();
    }
    return claim instanceof InboxClaim.InProgress
        ? new InboxOutcome.InProgress<>()
        : new InboxOutcome.Dead<>();
  }

  private static <T> T handle(InboxHandler<T> handler, int attempt) {
    try {
      return handler.handle(attempt);
    } catch (Exception e) {
      throw new HandlerFailedException(e);
    }
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public InboxFailure fail(InboxScope scope, InboxMessage message, Throwable failure) {
    return fail(scope, message, failure, config.maxAttempts());
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public InboxFailure fail(
      InboxScope scope, InboxMessage message, Throwable failure, int maxAttempts) {
    if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
      throw new ValidationFailedException("maxAttempts", "must be 1 to " + MAX_ATTEMPTS);
    }
    domains.require(scope.domain());
    String error = ErrorText.of(failure);
    return retry.call(() -> transactions.fail(scope, message, error, maxAttempts));
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public Optional<InboxRecord> find(InboxScope scope, MessageId id) {
    domains.require(scope.domain());
    return translated(() -> store.find(scope, id));
  }

  private static <T> T translated(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      throw TransactionRetry.translate(e);
    }
  }
}
