package io.restante.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A domain. Once made, it stays. */
@Entity
@Table(name = "domain")
class Domain {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private String name;

  @Column(name = "created_at")
  private Instant createdAt;

  protected Domain() {}

  Domain(String name, Instant createdAt) {
    this.name = name;
    this.createdAt = createdAt;
  }

  Long id() {
    return id;
  }

  DomainState state() {
    return new DomainState(name, createdAt);
  }
}
