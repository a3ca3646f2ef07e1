package io.restante.test.pipeline;

import io.restante.test.pipeline.TransactionSteps.Beginning;
import io.restante.test.queue.RestQueue;
import io.restante.test.queue.RestQueue.Given;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Something that is done to a queue in one transaction, and what it must lead to. */
@SuppressWarnings("ImmutableEnumChecker") // Records, functions without state, immutable maps.
enum QueueDeed {
  /** Everything that goes through the pipeline, in one batch, in the order in which it decides. */
  BATCH(
      new Beginning(
          "io.restante.queue.QueueTransaction",
          "run(java.util.List, io.restante.pipeline.BatchTransaction$Attempt)",
          "$1.size() > 1"),
      stock ->
          List.of(
              settle("ack", stock.held("acked"), "ACKED"),
              settle("nack", stock.held("nacked"), "DEAD_LETTERED"),
              new Request(
                  "/messages",
                  RestQueue.message("new", Map.of("orderingKey", "waiting")),
                  201,
                  "READY",
                  true),
              new Request(
                  "/receive",
                  Map.of("requestId", "again", "maxMessages", 10, "leaseSeconds", QueueStock.LEASE),
                  200,
                  "\"waiting\"",
                  false)),
      Map.of(
          "acked", "ACKED",
          "next", "LEASED",
          "nacked", "DEAD_LETTERED",
          "new", "READY",
          "waiting", "LEASED")),

  REDRIVE(
      Transactions.OF_ADMINISTRATORS,
      stock -> List.of(act("redrive", "parked", 3, "READY")),
      Map.of("parked", "READY")),

  CANCEL(
      Transactions.OF_ADMINISTRATORS,
      stock -> List.of(act("cancel", "cancelled", 2, "CANCELLED")),
      Map.of("cancelled", "CANCELLED")),

  /** Taking an order to redrive. */
  ORDER(Transactions.OF_ADMINISTRATORS, stock -> List.of(order()), Map.of("parked", "READY")),

  /** The first piece of carrying it out; once it is taken nobody needs to ask again. */
  PIECE(
      new Beginning(
          "io.restante.queue.RedriveTransaction",
          "step(io.restante.queue.JpaRedriveStore$Due)",
          "TRUE"),
      stock -> List.of(order()),
      Map.of("parked", "READY"));

  private final Beginning transaction;
  private final Function<QueueStock, List<Request>> requests;
  private final Map<String, String> states;

  QueueDeed(
      Beginning transaction,
      Function<QueueStock, List<Request>> requests,
      Map<String, String> states) {
    this.transaction = transaction;
    this.requests = requests;
    this.states = states;
  }

  /**
   * One of its requests.
   *
   * @param outcome part of the answer
   * @param keyed whether it is repeated with an {@code Idempotency-Key}, rather than an id
   */
  record Request(String path, Object body, int status, String outcome, boolean keyed) {}

  private static final class Transactions {
    private static final Beginning OF_ADMINISTRATORS =
        new Beginning(
            "io.restante.idempotency.IdempotentTransaction",
            "run(io.restante.idempotency.IdempotentWrite, java.util.function.Supplier)",
            "TRUE");
  }

  Beginning transaction() {
    return transaction;
  }

  /** Those on a queue with this stock. */
  List<Request> requests(QueueStock stock) {
    return requests.apply(stock);
  }

  /** The states of the messages that it changes, afterwards. */
  Map<String, String> states() {
    return states;
  }

  /** Whether its transaction comes after the one that the request asks for. */
  boolean isAfterTheAnswer() {
    return this == PIECE;
  }

  /** Whether the server goes on with it by itself once it is committed. */
  boolean goesOn() {
    return this == ORDER || this == PIECE;
  }

  private static Request settle(String how, Given held, String outcome) {
    return new Request(
        "/deliveries/" + how,
        Map.of("items", List.of(Map.of("token", held.token()))),
        200,
        outcome,
        true);
  }

  private static Request act(String what, String messageId, long version, String outcome) {
    return new Request(
        "/messages/" + messageId + "/" + what,
        Map.of("expectedStateVersion", version, "expectedGeneration", 1),
        200,
        outcome,
        true);
  }

  private static Request order() {
    return new Request("/dead-letters/redrive", Map.of("max", 10), 202, "jobId", true);
  }
}
