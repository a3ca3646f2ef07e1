package io.restante.access;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/** A stored {@link Grant}; grants are replaced as a whole, never changed. */
@Entity
@Immutable
@Table(name = "access_grant")
class GrantRecord {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(name = "principal")
  private Long principal;

  private String domain;
  private String capability;
  private String resource;

  protected GrantRecord() {}

  GrantRecord(Principal principal, Grant grant) {
    this.principal = principal.id();
    this.domain = grant.domain();
    this.capability = grant.capability().text();
    this.resource = grant.resource();
  }

  Grant grant() {
    return new Grant(domain, Capability.parse("capability", capability), resource);
  }
}
