package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue;
import io.restante.test.queue.RestQueue.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One request of every kind for one queue, of which none disturbs another, each with what it must
 * lead to: new messages, one whose id is taken, settlements, a stale one, a receive.
 */
final class QueueBatch {

  private static final int NEW = 3;

  /** Longer than the tests take: a lease that ends is a batch of its own. */
  private static final int LEASE = 3_600;

  private final RestQueue queue;
  private final List<Request> requests = new ArrayList<>();

  private record Request(
      RestClient caller, String path, Object body, int status, String outcome, boolean keyed) {
    Reply send() {
      return caller.post(path, body);
    }

    CompletableFuture<Reply> sendAsync() {
      return caller.sendAsync("POST", path, body);
    }
  }

  private QueueBatch(RestQueue queue) {
    this.queue = queue;
  }

  /** Puts into the queue what the batch is about. */
  static QueueBatch prepare(RestQueue queue) {
    queue.enqueueAll(List.of("acked", "nacked", "renewed", "stale"));
    List<Given> held =
        RestQueue.deliveries(queue.receive(Map.of("maxMessages", 4, "leaseSeconds", LEASE)));
    queue.settle("ack", held.get(3));
    queue.enqueueAll(List.of("waiting"));
    QueueBatch batch = new QueueBatch(queue);
    for (int i = 0; i < NEW; i++) {
      batch.add("/messages", RestQueue.message("new-" + i, Map.of()), 201, "READY", true);
    }
    batch.add("/messages", RestQueue.message("waiting", Map.of()), 409, "CONFLICT", true);
    batch.settle("ack", held.get(0), "ACKED");
    batch.settle("nack", held.get(1), "SCHEDULED");
    batch.settle("renew", held.get(2), "LEASED");
    batch.settle("ack", held.get(3), "STALE_LEASE");
    batch.add(
        "/receive",
        Map.of("requestId", MailboxFixture.unique("receive"), "leaseSeconds", LEASE),
        200,
        "waiting",
        false);
    return batch;
  }

  List<Supplier<CompletableFuture<Reply>>> requests() {
    return requests.stream()
        .map(request -> (Supplier<CompletableFuture<Reply>>) request::sendAsync)
        .toList();
  }

  /** Sends each again, with its key or id. */
  List<Reply> repeat() {
    return requests.stream().map(Request::send).toList();
  }

  void requireOutcomes(List<Reply> replies) {
    for (int i = 0; i < requests.size(); i++) {
      replies.get(i).expect(requests.get(i).status());
      assertThat(replies.get(i).text()).contains(requests.get(i).outcome());
    }
    assertStates("READY", "ACKED", "SCHEDULED", "LEASED");
  }

  /** Every decided answer comes again; nothing happens twice. */
  void requireReplays(List<Reply> replies) {
    List<Reply> again = repeat();
    for (int i = 0; i < again.size(); i++) {
      assertThat(again.get(i).status()).isEqualTo(replies.get(i).status());
      if (requests.get(i).keyed() && again.get(i).status() < 300) {
        assertThat(again.get(i).text()).isEqualTo(replies.get(i).text());
        assertThat(again.get(i).header("Idempotency-Replayed")).hasValue("true");
      }
    }
    assertThat(delivery(again).fence()).isEqualTo(delivery(replies).fence());
    assertStates("READY", "ACKED", "SCHEDULED", "LEASED");
  }

  /** As if none of them had been sent. */
  void requireUntouched() {
    queue.inspect("new-0").expect(404);
    assertThat(queue.state("acked")).isEqualTo("LEASED");
    assertThat(queue.state("nacked")).isEqualTo("LEASED");
    assertThat(queue.state("waiting")).isEqualTo("READY");
  }

  private void assertStates(String added, String acked, String nacked, String received) {
    for (int i = 0; i < NEW; i++) {
      assertThat(queue.state("new-" + i)).isEqualTo(added);
    }
    assertThat(queue.state("acked")).isEqualTo(acked);
    assertThat(queue.state("nacked")).isEqualTo(nacked);
    assertThat(queue.state("waiting")).isEqualTo(received);
  }

  private Given delivery(List<Reply> replies) {
    return RestQueue.deliveries(replies.get(replies.size() - 1)).get(0);
  }

  private void settle(String how, Given held, String outcome) {
    Map<String, Object> item =
        how.equals("renew")
            ? Map.of("token", held.token(), "leaseSeconds", LEASE)
            : Map.of("token", held.token());
    add("/deliveries/" + how, Map.of("items", List.of(item)), 200, outcome, true);
  }

  private void add(String path, Object body, int status, String outcome, boolean keyed) {
    RestClient caller = queue.caller();
    requests.add(
        new Request(
            keyed ? caller.withKey(MailboxFixture.unique("key")) : caller,
            queue.path() + path,
            body,
            status,
            outcome,
            keyed));
  }
}
