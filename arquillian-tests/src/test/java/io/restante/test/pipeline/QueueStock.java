package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue;
import io.restante.test.queue.RestQueue.Given;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A queue in strict order that holds a message for everything that can be done to one, and has room
 * for what waits to be parked. Each has the ordering key of its own name, but {@code next}, which
 * stands behind {@code acked}.
 */
final class QueueStock {

  /** In seconds; longer than a test takes. */
  static final int LEASE = 3_600;

  private final RestQueue queue;
  private final Map<String, Given> held;

  private QueueStock(RestQueue queue, Map<String, Given> held) {
    this.queue = queue;
    this.held = held;
  }

  static QueueStock in(MailboxFixture domain) {
    RestQueue queue =
        RestQueue.in(
            domain,
            Map.of(
                "ordering",
                "STRICT_PER_KEY",
                "maxAttempts",
                1,
                "maxLeaseSeconds",
                LEASE,
                "maxDeadLetterMessages",
                1));
    List<String> taken = List.of("acked", "nacked", "parked", "pending", "cancelled");
    taken.forEach(id -> queue.enqueueOrdered(id, id).expect(201));
    queue.enqueueOrdered("next", "acked").expect(201);
    Map<String, Given> held =
        RestQueue.deliveries(queue.receive(Map.of("maxMessages", 10, "leaseSeconds", LEASE)))
            .stream()
            .collect(Collectors.toMap(Given::messageId, Function.identity()));
    assertThat(held).containsOnlyKeys(taken);
    assertThat(queue.result("nack", held.get("parked"))).isEqualTo("DEAD_LETTERED");
    assertThat(queue.result("nack", held.get("pending"))).isEqualTo("PENDING_DEAD_LETTER");
    queue.put(Map.of("maxDeadLetterMessages", 10)).expect(200);
    queue.enqueueOrdered("waiting", "waiting").expect(201);
    queue
        .enqueue(
            "scheduled", Map.of("orderingKey", "scheduled", "notBefore", "2999-01-01T00:00:00Z"))
        .expect(201);
    return new QueueStock(queue, held);
  }

  RestQueue queue() {
    return queue;
  }

  /** The delivery of a message that is leased. */
  Given held(String messageId) {
    return held.get(messageId);
  }
}
