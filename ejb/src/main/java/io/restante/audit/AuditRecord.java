package io.restante.audit;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A stored {@link AuditEntry}, with when it was. */
@Entity
@Immutable
@Table(name = "audit_record")
class AuditRecord {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private Instant at;
  private String principal;
  private String action;
  private String domain;
  private String resource;
  private String outcome;

  @Column(name = "request_id")
  private String requestId;

  private String detail;

  protected AuditRecord() {}

  AuditRecord(Instant at, AuditEntry entry) {
    this.at = at;
    this.principal = entry.principalId();
    this.action = entry.action();
    this.domain = entry.domain();
    this.resource = entry.resource();
    this.outcome = entry.outcome();
    this.requestId = entry.requestId();
    this.detail = entry.detail();
  }

  long id() {
    return id;
  }

  RecordedEntry view() {
    return new RecordedEntry(
        at, new AuditEntry(principal, action, domain, resource, outcome, requestId, detail));
  }
}
