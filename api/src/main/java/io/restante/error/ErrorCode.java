package io.restante.error;

/**
 * The closed list of refusals. The name is the {@code code} of a problem document; it never changes
 * its meaning.
 */
public enum ErrorCode {
  /** Malformed or out of bounds; the detail names the field and the allowed range. */
  VALIDATION_FAILED(400, false, false),
  /** Forged, foreign or damaged cursor. */
  CURSOR_INVALID(400, false, false),
  /** The cursor is older than a day. */
  CURSOR_EXPIRED(410, false, false),
  /** A confirmation or a delivery token that is forged, or of another thing or principal. */
  TOKEN_INVALID(400, false, false),
  /** The confirmation is too old; preview anew. */
  TOKEN_EXPIRED(410, false, false),
  /** The instance does not call this host, or its name has no address that may be called. */
  CALLBACK_REFUSED(400, false, false),
  /** No token, or one that is unknown, revoked or expired. */
  UNAUTHENTICATED(401, false, false),
  /** The caller may see the resource but not do this with it. */
  FORBIDDEN(403, false, false),
  /** There is no such resource, or none that the caller may see. */
  NOT_FOUND(404, false, false),
  /** The method is not served here. */
  NOT_ALLOWED(405, false, false),
  /** No representation that the caller accepts is served here. */
  NOT_ACCEPTABLE(406, false, false),
  /** The request body is in a media type that is not read here. */
  UNSUPPORTED_MEDIA_TYPE(415, false, false),
  /** The resource is in the wrong state for this. */
  CONFLICT(409, false, true),
  /** The revision that the caller named is not the present one. */
  REVISION_CONFLICT(409, false, true),
  /** The lease that the token is of was lost: to time, to an administrator, or by settling it. */
  STALE_LEASE(409, false, true),
  /** The lease is over; what it was of may have been handed out again. */
  LEASE_EXPIRED(409, false, true),
  /** The same identity with other content. */
  MESSAGE_ID_CONFLICT(409, false, true),
  /** Nothing is handed out until an administrator resumes it. */
  DISPATCH_PAUSED(409, true, false),
  /** The first request with this key is still running. */
  IDEMPOTENCY_IN_PROGRESS(409, true, false),
  /** The same key with another request. */
  IDEMPOTENCY_KEY_REUSED(422, false, false),
  /** Not configured for this resource. */
  UNSUPPORTED_CAPABILITY(422, false, false),
  /** The body of an envelope is larger than its mailbox takes. */
  ENVELOPE_TOO_LARGE(413, false, false),
  /** The request is larger than its route takes. */
  PAYLOAD_TOO_LARGE(413, false, false),
  /** The mailbox holds as much as it may; says neither how full nor why. */
  MAILBOX_FULL(429, true, false),
  /** The caller, or all callers together, hold as many of these as they may. */
  RESOURCE_EXHAUSTED(429, true, false),
  /** The caller asks more often than it may; passes again after exactly the time it is told. */
  RATE_LIMITED(429, true, false),
  /** More requests are waiting than Restante holds. */
  OVERLOADED(503, true, false),
  /** The connection was lost during the commit; retry with the same key to learn the outcome. */
  UNKNOWN_OUTCOME(503, true, false),
  /** The database cannot be reached or takes no writes. */
  UNAVAILABLE(503, true, false),
  /** Counters of the mailbox or queue contradict its rows; an administrator has to repair it. */
  RECOVERY_REQUIRED(503, true, false),
  /** A stored record does not open; nothing was guessed. */
  STORAGE_DAMAGED(500, false, false),
  /** A fault of Restante, logged with the request id. */
  INTERNAL(500, true, false);

  private final int status;
  private final boolean retryable;
  private final boolean decided;

  ErrorCode(int status, boolean retryable, boolean decided) {
    this.status = status;
    this.retryable = retryable;
    this.decided = decided;
  }

  /** The HTTP status that this code is answered with. */
  public int status() {
    return status;
  }

  /** Whether the same request may succeed later, unchanged. */
  public boolean retryable() {
    return retryable;
  }

  /**
   * Whether this refusal is a decision about the request that a retry with the same Idempotency-Key
   * gets again. The others are forgotten, so that an honest retry after a repair succeeds.
   */
  public boolean decided() {
    return decided;
  }
}
