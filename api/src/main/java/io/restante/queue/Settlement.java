package io.restante.queue;

/** What a consumer says of a delivery. */
public enum Settlement {
  /** Done: the message is at its end. */
  ACK,
  /** Failed: again later, or parked if that was the last attempt. */
  NACK,
  /** Still at work: the lease lasts longer, with the same token. */
  RENEW,
  /** Given back unprocessed: the attempt does not count. */
  RELEASE
}
