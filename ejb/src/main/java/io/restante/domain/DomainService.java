package io.restante.domain;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.change.Change;
import io.restante.error.NotFoundException;
import io.restante.identifier.Identifiers;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Makes and finds domains.
 *
 * <p>Table {@code domain}, unique by name. Two that make one domain at once: one meets the
 * duplicate key, is repeated and finds it there.
 */
@Stateless
public class DomainService {
  @PersistenceContext private EntityManager entities;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  /** Makes the domain unless it exists. */
  public Change<DomainState> ensure(Caller caller, String name) {
    Identifiers.require("domain", name);
    access.requireAdministrator(caller, "domain.create");
    Optional<Domain> present = find(name);
    if (present.isPresent()) {
      return Change.unchanged(present.get().state());
    }
    Domain made = new Domain(name, clock.instant());
    entities.persist(made);
    audit.record(AuditEntry.of(caller.principalId(), "domain.create").in(name));
    return Change.created(made.state());
  }

  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public List<DomainState> list(Caller caller) {
    access.requireAdministrator(caller, "domain.list");
    return entities
        .createQuery("select d from Domain d order by d.name", Domain.class)
        .getResultStream()
        .map(Domain::state)
        .toList();
  }

  /**
   * @throws NotFoundException if there is no such domain
   */
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public long requireId(String name) {
    return find(name).map(Domain::id).orElseThrow(NotFoundException::new);
  }

  private Optional<Domain> find(String name) {
    return entities
        .createQuery("select d from Domain d where d.name = :name", Domain.class)
        .setParameter("name", name)
        .getResultStream()
        .findFirst();
  }
}
