package io.restante.mailbox;

import java.util.List;

/**
 * How many bytes of bodies one answer carries at the most, or one transaction; a first body that is
 * larger travels alone. A hundred bodies of 4 MiB would not fit into anybody's memory.
 */
enum PageBytes {
  PULL(16 << 20),
  /** A drain's answer may have to be kept for a retry, in one row. */
  DRAIN(6 << 20),
  /** What one transaction of the re-sealing writes. */
  RESEAL(4 << 20);

  private final long most;

  PageBytes(long most) {
    this.most = most;
  }

  /** The longest beginning that fits. */
  List<EnvelopeHead> cut(List<EnvelopeHead> envelopes) {
    long bytes = 0;
    for (int i = 0; i < envelopes.size(); i++) {
      bytes += envelopes.get(i).bodyBytes();
      if (i > 0 && bytes > most) {
        return envelopes.subList(0, i);
      }
    }
    return envelopes;
  }
}
