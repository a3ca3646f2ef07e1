package io.restante.pipeline;

import java.util.concurrent.CompletableFuture;

/** A request in a pipeline and the answer that it will get. */
final class Ticket<Q, R> {
  private final Q request;
  private final long bytes;
  private final CompletableFuture<R> answer = new CompletableFuture<>();

  Ticket(Q request, long bytes) {
    this.request = request;
    this.bytes = bytes;
  }

  Q request() {
    return request;
  }

  long bytes() {
    return bytes;
  }

  CompletableFuture<R> answer() {
    return answer;
  }

  void settle(Decision<R> decision) {
    if (decision.refusal() == null) {
      answer.complete(decision.result());
    } else {
      answer.completeExceptionally(decision.refusal());
    }
  }
}
