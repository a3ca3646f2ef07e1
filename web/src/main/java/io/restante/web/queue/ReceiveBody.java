package io.restante.web.queue;

import io.restante.error.ValidationFailedException;
import io.restante.queue.ReceiveRequest;
import java.time.Duration;

/** What a consumer asks of one queue; all of it may be absent. */
public record ReceiveBody(
    String requestId,
    Integer maxMessages,
    Integer maxBytes,
    Integer leaseSeconds,
    Integer waitSeconds) {
  private static final int LONGEST_WAIT = 25;

  ReceiveRequest toRequest() {
    return request(requestId, maxMessages, maxBytes, leaseSeconds);
  }

  /** How long it waits if there is nothing. */
  Duration longestWait() {
    int seconds = waitSeconds == null ? 0 : waitSeconds;
    if (seconds < 0 || seconds > LONGEST_WAIT) {
      throw new ValidationFailedException("waitSeconds", "must be 0 to " + LONGEST_WAIT);
    }
    return Duration.ofSeconds(seconds);
  }

  static ReceiveRequest request(
      String requestId, Integer maxMessages, Integer maxBytes, Integer leaseSeconds) {
    return new ReceiveRequest(
        requestId,
        maxMessages == null ? 1 : maxMessages,
        maxBytes == null ? ReceiveRequest.DEFAULT_BYTES : maxBytes,
        leaseSeconds == null ? ReceiveRequest.DEFAULT_LEASE : Duration.ofSeconds(leaseSeconds));
  }
}
