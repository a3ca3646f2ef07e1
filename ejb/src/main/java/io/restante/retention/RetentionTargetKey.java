package io.restante.retention;

import java.io.Serializable;
import java.util.Objects;

/** The primary key of a {@link RetentionTarget}. */
class RetentionTargetKey implements Serializable {
  private static final long serialVersionUID = 1L;

  private long changeKey;
  private long mailboxId;

  protected RetentionTargetKey() {}

  @Override
  public boolean equals(Object other) {
    return other instanceof RetentionTargetKey key
        && key.changeKey == changeKey
        && key.mailboxId == mailboxId;
  }

  @Override
  public int hashCode() {
    return Objects.hash(changeKey, mailboxId);
  }
}
