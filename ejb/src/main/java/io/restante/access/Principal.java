package io.restante.access;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A principal. Its row is locked by every change of its grants and by its being disabled. */
@Entity
@Table(name = "principal")
class Principal {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(name = "principal_id", updatable = false)
  private String principalId;

  @Column(updatable = false)
  private String name;

  @Enumerated(EnumType.STRING)
  @Column(updatable = false)
  private PrincipalKind kind;

  @Column(name = "policy_epoch")
  private long policyEpoch;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "disabled_at")
  private Instant disabledAt;

  /** The subject of the identity provider's tokens that stand for it, or null. */
  private String subject;

  protected Principal() {}

  Principal(String principalId, String name, PrincipalKind kind, Instant createdAt) {
    this.principalId = principalId;
    this.name = name;
    this.kind = kind;
    this.policyEpoch = 1;
    this.createdAt = createdAt;
  }

  Long id() {
    return id;
  }

  String principalId() {
    return principalId;
  }

  /** Takes the next epoch, if the caller saw the present one. */
  long changePolicy(long expectedEpoch) {
    if (policyEpoch != expectedEpoch) {
      throw new RestanteException(
          ErrorCode.REVISION_CONFLICT,
          "The policy epoch is not the one in If-Match; read it anew.");
    }
    return ++policyEpoch;
  }

  /** Ends all use of its tokens; what was disabled stays so. */
  void disable(Instant now) {
    if (disabledAt == null) {
      disabledAt = now;
      policyEpoch++;
    }
  }

  /** From now on, tokens of the identity provider stand for it that name this subject, or none. */
  void knowAs(String newSubject) {
    subject = newSubject;
  }

  boolean isDisabled() {
    return disabledAt != null;
  }

  PrincipalState state() {
    return new PrincipalState(principalId, name, kind, policyEpoch, createdAt, disabledAt, subject);
  }
}
