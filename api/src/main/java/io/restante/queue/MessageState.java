package io.restante.queue;

import java.util.Arrays;

/** Where a message of a queue is; the codes are stored. */
public enum MessageState {
  /** Not before its time: it was sent so, or it is tried again later. */
  SCHEDULED(0),
  /** To be handed out. */
  READY(1),
  /** Handed out, until its lease is over. */
  LEASED(2),
  /** Done. */
  ACKED(3),
  /** Parked after its last attempt. */
  DEAD_LETTERED(4),
  /** Taken out by an administrator. */
  CANCELLED(5),
  /** Not done before its time was over. */
  EXPIRED(6),
  /** After its last attempt, while the queue has no room to park it. */
  PENDING_DEAD_LETTER(7);

  private final int code;

  MessageState(int code) {
    this.code = code;
  }

  /** The code that is stored. */
  public int code() {
    return code;
  }

  /**
   * @throws IllegalArgumentException if no state has the code
   */
  public static MessageState ofCode(int code) {
    return Arrays.stream(values())
        .filter(state -> state.code == code)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("code"));
  }

  /** Whether nothing follows. Its body is gone; its id stays taken. */
  public boolean isTerminal() {
    return this == ACKED || this == CANCELLED || this == EXPIRED;
  }

  /** Whether it ran out of attempts and waits for an administrator. */
  public boolean isParked() {
    return this == DEAD_LETTERED || this == PENDING_DEAD_LETTER;
  }
}
