package io.restante.inbox;

import io.restante.error.ValidationFailedException;
import io.restante.outbox.DeadLetterReference;
import io.restante.outbox.Redriver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;

/**
 * Opens a dead message again, as {@link InboxDeadLetters#retry} does; what delivers it again is up
 * to whoever moved the reference.
 */
@ApplicationScoped
class InboxRedriver implements Redriver {
  @Inject private JdbcInboxStore store;
  @Inject private Clock clock;

  @Override
  public boolean handles(String kind) {
    return kind.equals(InboxReference.KIND);
  }

  @Override
  public boolean redrive(DeadLetterReference reference) {
    try {
      return InboxReference.isWhole(reference)
          && store.reopen(
              InboxScope.ofResource(reference.domain(), reference.resource()),
              MessageId.ofEncoded(reference.messageId()),
              reference.generation(),
              clock.instant());
    } catch (ValidationFailedException e) {
      throw new IllegalArgumentException(e.field(), e);
    }
  }
}
