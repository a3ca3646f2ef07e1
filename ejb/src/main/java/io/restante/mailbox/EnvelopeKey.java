package io.restante.mailbox;

import java.io.Serializable;
import java.util.Objects;

/** The primary key of an envelope. */
class EnvelopeKey implements Serializable {
  private static final long serialVersionUID = 1L;

  private long mailboxId;
  private long sequence;

  protected EnvelopeKey() {}

  EnvelopeKey(long mailboxId, long sequence) {
    this.mailboxId = mailboxId;
    this.sequence = sequence;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EnvelopeKey key
        && key.mailboxId == mailboxId
        && key.sequence == sequence;
  }

  @Override
  public int hashCode() {
    return Objects.hash(mailboxId, sequence);
  }
}
