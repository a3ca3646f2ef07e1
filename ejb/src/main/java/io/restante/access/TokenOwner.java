package io.restante.access;

import java.time.Instant;

/**
 * Whom a usable token belongs to.
 *
 * @param expiresAt when the token ends by itself, or null
 */
public record TokenOwner(Caller caller, Instant expiresAt) {
  boolean isUsable(Instant now) {
    return expiresAt == null || expiresAt.isAfter(now);
  }
}
