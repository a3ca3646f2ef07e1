package io.restante.access;

import com.github.f4b6a3.uuid.UuidCreator;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Administrators' acts on principals. Each is audited in its own transaction. */
@Stateless
public class PrincipalService {
  private static final int MAX_GRANTS = 1_000;
  private static final int MAX_LABEL = 128;
  private static final int MAX_SUBJECT = 255;

  @Inject private JpaPrincipalStore store;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /**
   * @param subject of the identity provider's tokens that stand for it, or null
   * @throws RestanteException CONFLICT if the name or the subject is taken
   */
  public PrincipalState create(Caller caller, String name, PrincipalKind kind, String subject) {
    access.requireAdministrator(caller, "principal.create");
    Identifiers.require("name", name);
    if (kind == null) {
      throw new ValidationFailedException("kind", "must be DEVICE, APPLICATION or OPERATOR");
    }
    if (store.nameIsTaken(name)) {
      throw new RestanteException(ErrorCode.CONFLICT, "A principal of this name exists.");
    }
    Principal principal = new Principal(newId(), name, kind, clock.instant());
    if (subject != null) {
      knowAs(principal, subject);
    }
    store.add(principal);
    record(caller, "principal.create", principal);
    return principal.state();
  }

  /** Ends all use of its tokens, within seconds on every node. */
  public void disable(Caller caller, String principalId) {
    access.requireAdministrator(caller, "principal.disable");
    Principal principal = store.lock(principalId);
    principal.disable(clock.instant());
    record(caller, "principal.disable", principal);
    forgetAfterCommit(principalId);
  }

  /**
   * Lets tokens of the identity provider that name the subject stand for the principal, in place of
   * those that did.
   *
   * @throws RestanteException CONFLICT if they stand for another one
   */
  public PrincipalState setSubject(Caller caller, String principalId, String subject) {
    access.requireAdministrator(caller, "principal.subject");
    Principal principal = store.lock(principalId);
    knowAs(principal, subject);
    record(caller, "principal.subject", principal);
    forgetAfterCommit(principalId);
    return principal.state();
  }

  /** No token of the identity provider stands for the principal any more. */
  public void removeSubject(Caller caller, String principalId) {
    access.requireAdministrator(caller, "principal.subject.remove");
    Principal principal = store.lock(principalId);
    principal.knowAs(null);
    record(caller, "principal.subject.remove", principal);
    forgetAfterCommit(principalId);
  }

  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public List<PrincipalState> list(Caller caller) {
    access.requireAdministrator(caller, "principal.list");
    return store.all().stream().map(Principal::state).toList();
  }

  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public Policy policy(Caller caller, String principalId) {
    if (!caller.principalId().equals(principalId)) {
      access.requireAdministrator(caller, "principal.show");
    }
    Principal principal = store.require(principalId);
    return new Policy(principal.state(), store.grantsOf(principal));
  }

  /**
   * Replaces all grants.
   *
   * @throws RestanteException REVISION_CONFLICT unless the epoch is the present one
   */
  public Policy replaceGrants(
      Caller caller, String principalId, long expectedEpoch, List<Grant> grants) {
    access.requireAdministrator(caller, "principal.grants");
    if (grants.size() > MAX_GRANTS) {
      throw new ValidationFailedException("grants", "must be at most " + MAX_GRANTS);
    }
    Principal principal = store.lock(principalId);
    principal.changePolicy(expectedEpoch);
    store.replaceGrants(principal, grants);
    record(caller, "principal.grants", principal);
    forgetAfterCommit(principalId);
    return new Policy(principal.state(), store.grantsOf(principal));
  }

  public IssuedToken issueToken(
      Caller caller, String principalId, String label, Instant expiresAt) {
    access.requireAdministrator(caller, "token.issue");
    if (label != null && (label.isBlank() || label.length() > MAX_LABEL)) {
      throw new ValidationFailedException("label", "must be 1 to " + MAX_LABEL + " characters");
    }
    if (expiresAt != null && !expiresAt.isAfter(clock.instant())) {
      throw new ValidationFailedException("expiresAt", "must be in the future");
    }
    Principal principal = store.require(principalId);
    IssuedToken issued = new IssuedToken(newId(), SecretToken.generate());
    store.add(
        new AccessToken(
            issued.tokenId(),
            principal,
            SecretToken.hash(issued.token()),
            label,
            clock.instant(),
            expiresAt));
    record(caller, "token.issue", principal);
    return issued;
  }

  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public List<TokenState> tokens(Caller caller, String principalId) {
    access.requireAdministrator(caller, "token.list");
    return store.tokensOf(store.require(principalId)).stream().map(AccessToken::state).toList();
  }

  public void revokeToken(Caller caller, String principalId, String tokenId) {
    access.requireAdministrator(caller, "token.revoke");
    Principal principal = store.require(principalId);
    store.requireToken(principal, tokenId).revoke(clock.instant());
    record(caller, "token.revoke", principal);
    forgetAfterCommit(principalId);
  }

  /** Makes the first administrator, unless the token is known. */
  public void ensureAdministrator(String token) {
    byte[] hash = SecretToken.hash(token);
    if (store.findToken(hash).isPresent()) {
      return;
    }
    Instant now = clock.instant();
    String id = newId();
    Principal principal = new Principal(id, "administrator-" + id, PrincipalKind.OPERATOR, now);
    store.add(principal);
    store.replaceGrants(principal, List.of(Grant.administrator()));
    store.add(new AccessToken(newId(), principal, hash, "first start", now, null));
    audit.record(AuditEntry.of(null, "administrator.create").on("principals/" + id));
  }

  /** Two that take one subject at once meet the unique key; the second is repeated and finds it. */
  private void knowAs(Principal principal, String subject) {
    if (subject == null
        || subject.isBlank()
        || subject.length() > MAX_SUBJECT
        || subject.chars().anyMatch(Character::isISOControl)) {
      throw new ValidationFailedException(
          "subject", "must be 1 to " + MAX_SUBJECT + " characters, none of them a control");
    }
    if (store
        .findBySubject(subject)
        .filter(other -> !other.principalId().equals(principal.principalId()))
        .isPresent()) {
      throw new RestanteException(ErrorCode.CONFLICT, "The subject stands for another principal.");
    }
    principal.knowAs(subject);
  }

  /** Until the commit, others still look up what was before. */
  private void forgetAfterCommit(String principalId) {
    transaction.registerInterposedSynchronization(new Forgetting(access, principalId));
  }

  private void record(Caller caller, String action, Principal principal) {
    audit.record(
        AuditEntry.of(caller.principalId(), action).on("principals/" + principal.principalId()));
  }

  private static String newId() {
    return UuidCreator.getTimeOrderedEpoch().toString();
  }

  private record Forgetting(AccessControl access, String principalId) implements Synchronization {
    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      access.forget(principalId);
    }
  }
}
