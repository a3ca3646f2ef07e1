package io.restante.mailbox;

import java.io.Serializable;
import java.util.Objects;

/** The primary key of a tombstone: the identity of the envelope that it stands for. */
class TombstoneKey implements Serializable {
  private static final long serialVersionUID = 1L;

  private long mailboxId;
  private String sender;
  private String messageId;

  protected TombstoneKey() {}

  @Override
  public boolean equals(Object other) {
    return other instanceof TombstoneKey key
        && key.mailboxId == mailboxId
        && key.sender.equals(sender)
        && key.messageId.equals(messageId);
  }

  @Override
  public int hashCode() {
    return Objects.hash(mailboxId, sender, messageId);
  }
}
