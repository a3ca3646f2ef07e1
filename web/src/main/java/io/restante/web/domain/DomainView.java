package io.restante.web.domain;

import io.restante.domain.DomainState;
import java.time.Instant;
import java.util.List;

/** A domain. */
public record DomainView(String domain, Instant createdAt) {
  static DomainView of(DomainState state) {
    return new DomainView(state.name(), state.createdAt());
  }

  /** All domains. */
  public record Page(List<DomainView> domains) {}
}
