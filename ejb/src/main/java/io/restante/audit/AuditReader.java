package io.restante.audit;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the audit, outside of any transaction; who may is for its callers to decide.
 *
 * <p>Table {@code audit_record}, by its id, which rises with time, and an index for each filter.
 * Entries that are added meanwhile are newer than every page that is still to come.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class AuditReader {
  /** The position from which the newest entries are read. */
  public static final long NEWEST = Long.MAX_VALUE;

  @PersistenceContext private EntityManager entities;

  /**
   * @param before the position of the page before, or {@link #NEWEST}
   */
  public AuditPage page(AuditQuery wanted, long before, int limit) {
    List<AuditRecord> found =
        entities.createQuery(select(wanted, before)).setMaxResults(limit + 1).getResultList();
    List<AuditRecord> taken = found.subList(0, Math.min(found.size(), limit));
    return new AuditPage(
        taken.stream().map(AuditRecord::view).toList(),
        taken.isEmpty() ? before : taken.get(taken.size() - 1).id(),
        found.size() > limit);
  }

  private CriteriaQuery<AuditRecord> select(AuditQuery wanted, long before) {
    CriteriaBuilder is = entities.getCriteriaBuilder();
    CriteriaQuery<AuditRecord> query = is.createQuery(AuditRecord.class);
    Root<AuditRecord> record = query.from(AuditRecord.class);
    List<Predicate> filters = new ArrayList<>();
    filters.add(is.lt(record.get("id"), before));
    equal(filters, is, record, "principal", wanted.principal());
    equal(filters, is, record, "action", wanted.action());
    equal(filters, is, record, "domain", wanted.domain());
    equal(filters, is, record, "resource", wanted.resource());
    equal(filters, is, record, "outcome", wanted.outcome());
    if (wanted.from() != null) {
      filters.add(is.greaterThanOrEqualTo(record.get("at"), wanted.from()));
    }
    if (wanted.to() != null) {
      filters.add(is.lessThan(record.get("at"), wanted.to()));
    }
    return query.where(filters.toArray(Predicate[]::new)).orderBy(is.desc(record.get("id")));
  }

  private static void equal(
      List<Predicate> filters,
      CriteriaBuilder is,
      Root<AuditRecord> record,
      String column,
      String value) {
    if (value != null) {
      filters.add(is.equal(record.get(column), value));
    }
  }
}
