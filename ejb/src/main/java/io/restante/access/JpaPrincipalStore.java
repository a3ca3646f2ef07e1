package io.restante.access;

import io.restante.error.NotFoundException;
import io.restante.identifier.Identifiers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Tables {@code principal}, {@code access_token}, {@code access_grant}. A change of grants and a
 * disabling lock the principal's row first; tokens are inserted and revoked by themselves.
 */
@ApplicationScoped
class JpaPrincipalStore {
  @PersistenceContext private EntityManager entities;

  void add(Object entity) {
    entities.persist(entity);
  }

  List<Principal> all() {
    return entities
        .createQuery("select p from Principal p order by p.id", Principal.class)
        .getResultList();
  }

  Optional<Principal> find(String principalId) {
    return entities
        .createQuery("select p from Principal p where p.principalId = :id", Principal.class)
        .setParameter("id", principalId)
        .getResultStream()
        .findFirst();
  }

  Optional<Principal> findBySubject(String subject) {
    return entities
        .createQuery("select p from Principal p where p.subject = :subject", Principal.class)
        .setParameter("subject", subject)
        .getResultStream()
        .findFirst();
  }

  boolean nameIsTaken(String name) {
    return entities
            .createQuery("select count(p) from Principal p where p.name = :name", Long.class)
            .setParameter("name", name)
            .getSingleResult()
        > 0;
  }

  Principal require(String principalId) {
    Identifiers.require("principal", principalId);
    return find(principalId).orElseThrow(NotFoundException::new);
  }

  Principal lock(String principalId) {
    Identifiers.require("principal", principalId);
    return entities
        .createQuery("select p from Principal p where p.principalId = :id", Principal.class)
        .setParameter("id", principalId)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultStream()
        .findFirst()
        .orElseThrow(NotFoundException::new);
  }

  List<Grant> grantsOf(Principal principal) {
    return entities
        .createQuery(
            "select g from GrantRecord g where g.principal = :principal order by g.id",
            GrantRecord.class)
        .setParameter("principal", principal.id())
        .getResultStream()
        .map(GrantRecord::grant)
        .toList();
  }

  void replaceGrants(Principal principal, List<Grant> grants) {
    entities
        .createQuery("delete from GrantRecord g where g.principal = :principal")
        .setParameter("principal", principal.id())
        .executeUpdate();
    grants.stream()
        .distinct()
        .forEach(grant -> entities.persist(new GrantRecord(principal, grant)));
  }

  List<AccessToken> tokensOf(Principal principal) {
    return entities
        .createQuery(
            "select t from AccessToken t where t.principal = :principal order by t.id",
            AccessToken.class)
        .setParameter("principal", principal)
        .getResultList();
  }

  AccessToken requireToken(Principal principal, String tokenId) {
    Identifiers.require("token", tokenId);
    return entities
        .createQuery(
            "select t from AccessToken t where t.principal = :principal and t.tokenId = :id",
            AccessToken.class)
        .setParameter("principal", principal)
        .setParameter("id", tokenId)
        .getResultStream()
        .findFirst()
        .orElseThrow(NotFoundException::new);
  }

  Optional<AccessToken> findToken(byte[] hash) {
    return entities
        .createQuery(
            "select t from AccessToken t join fetch t.principal where t.tokenHash = :hash",
            AccessToken.class)
        .setParameter("hash", hash)
        .getResultStream()
        .findFirst();
  }
}
