package io.restante.outbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;

/** Begins outbox events anew, whatever they are about. */
@ApplicationScoped
class EventRedriver implements Redriver {
  @Inject private JpaOutboxStore store;
  @Inject private Clock clock;

  @Override
  public boolean handles(String kind) {
    return Stream.of(EventType.values())
        .flatMap(type -> type.kind().stream())
        .anyMatch(kind::equals);
  }

  @Override
  public boolean redrive(DeadLetterReference reference) {
    Optional<OutboxEvent> dead =
        store.lock(reference.id()).filter(event -> event.isDead(reference.generation()));
    dead.ifPresent(event -> event.retry(clock.instant()));
    return dead.isPresent();
  }
}
