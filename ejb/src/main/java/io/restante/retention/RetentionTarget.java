package io.restante.retention;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;

/** A mailbox that a change has still to do: inserted by the preview, removed when it is done. */
@Entity
@IdClass(RetentionTargetKey.class)
@SuppressWarnings("UnusedVariable") // The counts are only summed, by a query.
@Table(name = "retention_change_mailbox")
class RetentionTarget {
  @Id
  @Column(name = "change_key")
  private long changeKey;

  @Id
  @Column(name = "mailbox_id")
  private long mailboxId;

  @Column(name = "last_sequence", updatable = false)
  private long lastSequence;

  @Column(name = "done_sequence")
  private long doneSequence;

  @Column(name = "remove_count", updatable = false)
  private long removeCount;

  @Column(name = "remove_bytes", updatable = false)
  private long removeBytes;

  @Column(name = "remove_oldest", updatable = false)
  private Instant removeOldest;

  @Column(name = "remove_newest", updatable = false)
  private Instant removeNewest;

  @Column(name = "shorten_count", updatable = false)
  private long shortenCount;

  @Column(name = "shorten_bytes", updatable = false)
  private long shortenBytes;

  @Column(name = "shorten_oldest", updatable = false)
  private Instant shortenOldest;

  @Column(name = "shorten_newest", updatable = false)
  private Instant shortenNewest;

  protected RetentionTarget() {}

  long mailboxId() {
    return mailboxId;
  }

  long lastSequence() {
    return lastSequence;
  }

  long doneSequence() {
    return doneSequence;
  }

  void doneUpTo(long sequence) {
    doneSequence = sequence;
  }
}
