package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.request.Refusals;
import io.restante.test.start.Timers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is over and old is forgotten, and nothing else. */
class QueueRetentionIT {

  private final MailboxFixture domain = MailboxFixture.newDomain();
  private final RestQueue queue = RestQueue.in(domain, Map.of("maxAttempts", 1));

  @Test
  void messagesThatHaveBeenAtTheirEndForThirtyDaysAreForgotten() throws SQLException {
    queue.enqueueAll(List.of("old", "young", "parked", "ready"));
    queue.result("ack", queue.take());
    queue.result("ack", queue.take());
    queue.result("nack", queue.take());
    QueueRows.execute(
        queue,
        "UPDATE queue_message m SET m.enqueued_at = m.enqueued_at - INTERVAL 99 DAY WHERE %s");
    age("old", 31);
    age("young", 29);

    Timers.trigger("QueuePruner");

    Refusals.require(queue.inspect("old"), 404, "NOT_FOUND");
    assertThat(queue.state("young")).isEqualTo("ACKED");
    assertThat(queue.state("parked")).isEqualTo("DEAD_LETTERED");
    assertThat(queue.state("ready")).isEqualTo("READY");
    queue.enqueue("old").expect(201);
    Refusals.require(queue.enqueue("young"), 409, "CONFLICT");
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void receiptsAreForgottenAfterADay() throws SQLException {
    queue.enqueueAll(List.of("m1", "m2"));
    Map<String, Object> request = Map.of("requestId", "r1");
    assertThat(queue.take(request).messageId()).isEqualTo("m1");
    QueueRows.execute(
        queue,
        "UPDATE queue_receipt m SET m.created_at = m.created_at - INTERVAL 25 HOUR WHERE %s");

    Timers.trigger("QueuePruner");

    assertThat(queue.take(request).messageId()).isEqualTo("m2");
  }

  private void age(String messageId, int days) throws SQLException {
    QueueRows.execute(
        queue,
        "UPDATE queue_message m SET m.finished_at = m.finished_at - INTERVAL "
            + days
            + " DAY WHERE m.message_id = '"
            + messageId
            + "' AND %s");
  }
}
