package io.restante.access;

import io.restante.jwt.VerifiedSubject;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Reads tokens and grants outside any transaction of the caller's, so that what is remembered was
 * committed.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class PolicyReader {
  @Inject private JpaPrincipalStore store;
  @Inject private Clock clock;

  public Optional<TokenOwner> owner(byte[] hash) {
    return store
        .findToken(hash)
        .filter(token -> token.isUsable(clock.instant()))
        .map(
            token ->
                new TokenOwner(
                    new Caller(token.principal().principalId()), token.state().expiresAt()));
  }

  /** The principal that the identity provider's subject stands for, unless it is disabled. */
  public Optional<TokenOwner> owner(VerifiedSubject subject) {
    return store
        .findBySubject(subject.subject())
        .filter(principal -> !principal.isDisabled())
        .map(principal -> new TokenOwner(new Caller(principal.principalId()), subject.expiresAt()));
  }

  public List<Grant> grants(String principalId) {
    return store
        .find(principalId)
        .filter(principal -> !principal.isDisabled())
        .map(store::grantsOf)
        .orElse(List.of());
  }
}
