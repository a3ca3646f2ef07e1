package io.restante.access;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;

/** A token, by its hash alone. */
@Entity
@Table(name = "access_token")
class AccessToken {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(name = "token_id", updatable = false)
  private String tokenId;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  @JoinColumn(name = "principal", updatable = false)
  private Principal principal;

  @Column(name = "token_hash", updatable = false)
  private byte[] tokenHash;

  @Column(updatable = false)
  private String label;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "expires_at", updatable = false)
  private Instant expiresAt;

  @Column(name = "revoked_at")
  private Instant revokedAt;

  protected AccessToken() {}

  AccessToken(
      String tokenId,
      Principal principal,
      byte[] tokenHash,
      String label,
      Instant createdAt,
      Instant expiresAt) {
    this.tokenId = tokenId;
    this.principal = principal;
    this.tokenHash = tokenHash;
    this.label = label;
    this.createdAt = createdAt;
    this.expiresAt = expiresAt;
  }

  void revoke(Instant now) {
    if (revokedAt == null) {
      revokedAt = now;
    }
  }

  boolean isUsable(Instant now) {
    return revokedAt == null
        && (expiresAt == null || expiresAt.isAfter(now))
        && !principal.isDisabled();
  }

  Principal principal() {
    return principal;
  }

  TokenState state() {
    return new TokenState(tokenId, label, createdAt, expiresAt, revokedAt);
  }
}
