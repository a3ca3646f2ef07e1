package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;

/**
 * A decision met counters that contradict the messages, perhaps after it had changed something:
 * nothing of its transaction may be committed.
 */
final class ContradictionException extends RestanteException {
  /** When it is worth asking again for what needs an administrator first. */
  static final Duration REPAIR = Duration.ofMinutes(1);

  private static final long serialVersionUID = 1L;

  ContradictionException() {
    super(
        ErrorCode.RECOVERY_REQUIRED, "The counters of the queue contradict its messages.", REPAIR);
  }
}
