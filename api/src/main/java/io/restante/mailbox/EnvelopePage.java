package io.restante.mailbox;

import java.util.List;

/**
 * A page of pending envelopes, ascending by sequence.
 *
 * @param position where to go on: the last sequence returned, or where this read began if none was
 * @param hasMore whether a pending envelope lay beyond the page when it was read
 */
public record EnvelopePage(List<PendingEnvelope> envelopes, long position, boolean hasMore) {
  public EnvelopePage {
    envelopes = List.copyOf(envelopes);
  }

  /** The last returned sequence when more existed at read time, else null (requirement 000). */
  public Long nextAfterSequence() {
    return hasMore ? position : null;
  }
}
