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
      Map.of("parked", "READY")),

  PARK(
      Transactions.OF_ADMINISTRATORS,
      stock -> List.of(act("park", "pending", 3, "DEAD_LETTERED")),
      Map.of("pending", "DEAD_LETTERED")),

  /** The first piece of a purge: others follow it, and the answer comes after the last. */
  PURGE(
      new Beginning(
          "io.restante.queue.MessageAdministration",
          "purge(io.restante.queue.QueueAddress, java.time.Instant, io.restante.queue.PurgePiece)",
          "TRUE"),
      stock -> List.of(purge()),
      Map.of("next", "CANCELLED", "waiting", "CANCELLED", "scheduled", "CANCELLED")),

  /** What the timer does to a lease that is over, a second after it was renewed. */
  LAPSE(
      new Beginning(
          "io.restante.queue.QueueTransaction",
          "run(java.util.List, io.restante.pipeline.BatchTransaction$Attempt)",
          "$1.toString().startsWith(\"[SweepCommand[\")"),
      stock -> List.of(renew(stock.held("acked"))),
      Map.of("acked", "DEAD_LETTERED")),

  /** A change of the policy, which first does what time does. */
  PUT(Transactions.OF_ADMINISTRATORS, stock -> List.of(put()), Map.of());

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
  record Request(
      String method, String path, Object body, int status, String outcome, boolean keyed) {
    Request(String path, Object body, int status, String outcome, boolean keyed) {
      this("POST", path, body, status, outcome, keyed);
    }
  }

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

  /** Whether its transaction comes after the answer to the request, which asked for it. */
  boolean isAfterTheAnswer() {
    return this == PIECE || this == LAPSE;
  }

  /** Whether the answer is kept by a transaction that comes after it. */
  boolean isBeforeTheAnswer() {
    return this == PURGE;
  }

  /** Whether the server goes on with it by itself once it is committed, or asked for. */
  boolean goesOn() {
    return this == ORDER || isAfterTheAnswer();
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

  private static Request renew(Given held) {
    return new Request(
        "/deliveries/renew",
        Map.of("items", List.of(Map.of("token", held.token(), "leaseSeconds", 1))),
        200,
        "LEASED",
        true);
  }

  private static Request purge() {
    return new Request("/purge", Map.of("before", "2999-01-01T00:00:00Z"), 200, "purged", true);
  }

  private static Request put() {
    return new Request(
        "PUT", "", Map.of("maxStoredMessages", 4_711), 200, "\"maxStoredMessages\":4711", true);
  }

  private static Request order() {
    return new Request("/dead-letters/redrive", Map.of("max", 10), 202, "jobId", true);
  }
}
