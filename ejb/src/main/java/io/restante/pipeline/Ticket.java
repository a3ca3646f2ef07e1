package io.restante.pipeline;

import java.util.concurrent.CompletableFuture;

/** A request in a pipeline and the answer that it will get. */
final class Ticket<Q, R> {
  private final Q request;
  private final long lane;
  private final RequestSize size;
  private final long since = System.nanoTime();
  private final CompletableFuture<R> answer = new CompletableFuture<>();

  Ticket(Q request, long lane, RequestSize size) {
    this.request = request;
    this.lane = lane;
    this.size = size;
  }

  Q request() {
    return request;
  }

  long lane() {
    return lane;
  }

  RequestSize size() {
    return size;
  }

  /** When it was taken, as {@link System#nanoTime} tells. */
  long since() {
    return since;
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
