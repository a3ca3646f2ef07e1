package io.restante.inbox;

import io.restante.domain.DomainService;
import io.restante.error.NotFoundException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says whether a scope's domain exists, once for each: a domain that was made stays. Its row is
 * read without a lock.
 */
@ApplicationScoped
class InboxDomains {
  @Inject private DomainService domains;

  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /**
   * @throws NotFoundException if there is no such domain
   */
  void require(String domain) {
    if (!known.contains(domain)) {
      domains.requireId(domain);
      known.add(domain);
    }
  }
}
