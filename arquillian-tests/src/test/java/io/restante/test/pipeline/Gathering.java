package io.restante.test.pipeline;

import io.restante.test.harness.Metrics;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.queue.RestQueue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Puts requests into one batch: somebody else holds the row of their mailbox or queue, so that a
 * first request stands before it, and the others gather behind that one.
 */
final class Gathering {

  private final OwnServer own;
  private final String pipeline;
  private final String lock;
  private final List<String> names;
  private final Supplier<CompletableFuture<Reply>> first;

  private Gathering(
      OwnServer own,
      String pipeline,
      String lock,
      List<String> names,
      Supplier<CompletableFuture<Reply>> first) {
    this.own = own;
    this.pipeline = pipeline;
    this.lock = lock;
    this.names = names;
    this.first = first;
  }

  /** The answers to come: of the request that stood before the others, and of those. */
  record Sent(CompletableFuture<Reply> first, List<CompletableFuture<Reply>> gathered) {}

  /** Before the row of a mailbox. */
  static Gathering at(OwnServer own, RestMailbox mailbox) {
    return new Gathering(
        own,
        "mailbox",
        "SELECT m.id FROM mailbox m JOIN domain d ON d.id = m.domain_id"
            + " WHERE d.name = ? AND m.name = ? FOR UPDATE",
        List.of(mailbox.domain(), mailbox.name()),
        () ->
            mailbox
                .caller()
                .sendAsync(
                    "POST",
                    mailbox.path() + "/acknowledgements",
                    "{\"items\":[{\"sender\":\"nobody\",\"messageId\":\"nothing\"}]}"));
  }

  /** Before the counters of a queue. */
  static Gathering at(OwnServer own, RestQueue queue) {
    return new Gathering(
        own,
        "queue",
        "SELECT c.queue_id FROM queue_counter c JOIN queue q ON q.id = c.queue_id"
            + " JOIN domain d ON d.id = q.domain_id WHERE d.name = ? AND q.name = ? FOR UPDATE",
        List.of(queue.domain(), queue.name()),
        () -> queue.receiveAsync(Map.of("maxBytes", 1)));
  }

  /** Sends the requests and lets them go once all wait; the answers in the order of requests. */
  List<Reply> send(List<? extends Supplier<CompletableFuture<Reply>>> requests) {
    Sent sent = sendAsync(requests);
    sent.first().join().expect(200);
    return sent.gathered().stream().map(CompletableFuture::join).toList();
  }

  /** The same, without waiting for the answers. */
  Sent sendAsync(List<? extends Supplier<CompletableFuture<Reply>>> requests) {
    try (Connection holder = own.openDatabase()) {
      holder.setAutoCommit(false);
      lock(holder);
      double contended = metric("contended_total");
      CompletableFuture<Reply> ahead = first.get();
      soon().until(() -> metric("contended_total") == contended + 1);
      List<CompletableFuture<Reply>> sent = requests.stream().map(Supplier::get).toList();
      soon().until(() -> metric("waiting_requests") == sent.size());
      holder.rollback();
      return new Sent(ahead, sent);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void lock(Connection holder) throws SQLException {
    try (PreparedStatement statement = holder.prepareStatement(lock)) {
      for (int i = 0; i < names.size(); i++) {
        statement.setString(i + 1, names.get(i));
      }
      statement.executeQuery();
    }
  }

  private double metric(String name) {
    return Metrics.ofPipeline(own.node(0), pipeline, name);
  }

  /** Both before the first has waited for the row, again and again, as long as it may. */
  private static ConditionFactory soon() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(12))
        .pollInterval(Duration.ofMillis(10))
        .pollDelay(Duration.ZERO);
  }
}
