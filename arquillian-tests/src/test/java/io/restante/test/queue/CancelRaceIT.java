package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A cancel against a receive, a thousand times: one of them wins, and both are told the truth. */
class CancelRaceIT {

  private static final int PAIRS = 4;
  private static final int ROUNDS = 250;

  @Test
  void oneOfTheTwoWinsAndBothAreToldTheTruth() throws SQLException {
    MailboxFixture domain = MailboxFixture.newDomain();
    List<RestQueue> queues =
        IntStream.range(0, PAIRS).mapToObj(i -> RestQueue.in(domain, Map.of())).toList();

    List<Integer> cancelled = Together.call(PAIRS, pair -> race(queues.get(pair)));

    int all = cancelled.stream().mapToInt(Integer::intValue).sum();
    assertThat(all).as("cancels that won").isBetween(1, PAIRS * ROUNDS - 1);
    try (Connection database = TestServer.openDatabase()) {
      for (RestQueue queue : queues) {
        new QueueBooks(database, queue).requireRight();
      }
    }
  }

  /** How many cancels won. */
  private static int race(RestQueue queue) {
    int cancelled = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String id = "m" + round;
      queue.enqueue(id).expect(201);
      List<Reply> replies =
          Together.call(List.of(() -> cancel(queue, id), () -> queue.receive(Map.of())));
      List<Given> given = RestQueue.deliveries(replies.get(1));
      if (replies.get(0).status() == 200) {
        cancelled++;
        assertThat(given).as("deliveries of what was cancelled").isEmpty();
        assertThat(queue.state(id)).isEqualTo("CANCELLED");
      } else {
        assertThat(replies.get(0).code()).isEqualTo("REVISION_CONFLICT");
        assertThat(given).extracting(Given::messageId).containsExactly(id);
        assertThat(queue.result("ack", given.get(0))).isEqualTo("ACKED");
      }
    }
    return cancelled;
  }

  private static Reply cancel(RestQueue queue, String id) {
    return queue
        .caller()
        .post(
            queue.path() + "/messages/" + id + "/cancel",
            Map.of("expectedStateVersion", 1, "expectedGeneration", 1));
  }
}
