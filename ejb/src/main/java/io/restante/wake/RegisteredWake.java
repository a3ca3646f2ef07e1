package io.restante.wake;

import java.time.Instant;

/**
 * A callback that was just registered.
 *
 * @param secret what its wakes are signed with; shown this once
 */
public record RegisteredWake(String url, String secret, Instant createdAt) {
  @Override
  public String toString() {
    return "a callback registered at " + createdAt;
  }
}
