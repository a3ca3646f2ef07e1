package io.restante.web.wake;

import io.restante.wake.RegisteredWake;
import io.restante.wake.WakeState;
import java.time.Instant;

/** A registered callback and how its calls go; never its secret. */
public record WakeView(
    String url,
    Instant createdAt,
    Instant succeededAt,
    Instant failedAt,
    Instant failingSince,
    String lastError) {
  static WakeView of(WakeState state) {
    return new WakeView(
        state.url(),
        state.createdAt(),
        state.succeededAt(),
        state.failedAt(),
        state.failingSince(),
        state.lastError());
  }

  /**
   * A callback that was just registered.
   *
   * @param secret what its wakes are signed with; shown this once
   */
  public record Registered(String url, String secret, Instant createdAt) {
    static Registered of(RegisteredWake wake) {
      return new Registered(wake.url(), wake.secret(), wake.createdAt());
    }
  }
}
