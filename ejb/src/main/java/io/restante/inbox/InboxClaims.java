package io.restante.inbox;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.HashSet;
import java.util.Set;

/** What the running transaction has claimed and not completed; it ends with the transaction. */
@ApplicationScoped
class InboxClaims {
  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  void add(InboxScope scope, MessageId id) {
    claims().add(new Claim(scope, id));
  }

  /** Whether there was such a claim. */
  boolean remove(InboxScope scope, MessageId id) {
    return claims().remove(new Claim(scope, id));
  }

  @SuppressWarnings("unchecked")
  private Set<Claim> claims() {
    Set<Claim> claims = (Set<Claim>) transaction.getResource(InboxClaims.class);
    if (claims == null) {
      claims = new HashSet<>();
      transaction.putResource(InboxClaims.class, claims);
    }
    return claims;
  }

  private record Claim(InboxScope scope, MessageId id) {}
}
