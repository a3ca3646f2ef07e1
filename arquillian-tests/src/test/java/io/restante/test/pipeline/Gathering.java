package io.restante.test.pipeline;

import io.restante.test.harness.Metrics;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.RestMailbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Puts requests into one batch: somebody else holds the row of their mailbox, so that a first
 * request stands before it, and the others gather behind that one.
 */
final class Gathering {

  private final OwnServer own;
  private final RestMailbox mailbox;

  Gathering(OwnServer own, RestMailbox mailbox) {
    this.own = own;
    this.mailbox = mailbox;
  }

  /** Sends the requests and lets them go once all wait; the answers in the order of requests. */
  List<Reply> send(List<? extends Supplier<CompletableFuture<Reply>>> requests) {
    try (Connection holder = own.openDatabase()) {
      holder.setAutoCommit(false);
      lock(holder);
      double begun = metric("batch_requests_count");
      CompletableFuture<Reply> first =
          mailbox
              .caller()
              .sendAsync(
                  "POST",
                  mailbox.path() + "/acknowledgements",
                  "{\"items\":[{\"sender\":\"nobody\",\"messageId\":\"nothing\"}]}");
      soon().until(() -> metric("batch_requests_count") == begun + 1);
      List<CompletableFuture<Reply>> sent = requests.stream().map(Supplier::get).toList();
      soon().until(() -> metric("waiting_requests") == sent.size());
      holder.rollback();
      first.join().expect(200);
      return sent.stream().map(CompletableFuture::join).toList();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void lock(Connection holder) throws SQLException {
    try (PreparedStatement lock =
        holder.prepareStatement(
            "SELECT m.id FROM mailbox m JOIN domain d ON d.id = m.domain_id"
                + " WHERE d.name = ? AND m.name = ? FOR UPDATE")) {
      lock.setString(1, mailbox.domain());
      lock.setString(2, mailbox.name());
      lock.executeQuery();
    }
  }

  private double metric(String name) {
    return Metrics.of(own.node(0), "restante_pipeline_" + name);
  }

  /** Within the time for which a transaction waits for the row. */
  private static ConditionFactory soon() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(4))
        .pollInterval(Duration.ofMillis(10))
        .pollDelay(Duration.ZERO);
  }
}
