package io.restante.test.outbox;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Together;
import io.restante.test.harness.TwoNodes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes on one database, each with an Artemis of its own. */
class OutboxOnTwoNodesIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String[] ACK_QUEUE = {
    "subsystem", "messaging-activemq", "server", "default", "jms-queue", "restante.ack"
  };

  private static OwnServer own;

  @BeforeAll
  static void start() {
    own = TwoNodes.running();
  }

  @Test
  void eventsOfBothNodesAreEachCarriedOutOnce() throws SQLException {
    List<Letters> letters = List.of(new Letters(own), new Letters(own));

    for (int round = 0; round < 10; round++) {
      Together.call(
          2,
          node -> {
            letters.get(node).finalizeSome(20, node);
            return node;
          });
    }

    for (Letters each : letters) {
      each.assertEachToldOnce();
    }
  }

  /** What lies in the Artemis of the dead node is carried out by the other. */
  @Test
  void eventsOfANodeThatIsKilledAreCarriedOutByTheOther() throws SQLException {
    Letters letters = new Letters(own);
    try {
      for (int node = 0; node < own.size(); node++) {
        pause(node);
      }
      letters.finalizeSome(100, 1);
      await().atMost(LIMIT).until(() -> letters.count("PUBLISHED") == 100);

      own.node(1).kill();

      resume(0);
      letters.finalizeSome(20, 0);
      letters.passTime(Duration.ofMinutes(3));
      letters.assertEachToldOnce();
    } finally {
      if (!own.node(1).isRunning()) {
        own.node(1).start().awaitReady();
      }
      resume(0);
      resume(1);
    }
    letters.assertEachToldOnce();
    await().atMost(LIMIT).until(() -> messages(1) == 0);
    letters.assertEachToldOnce();
    assertThat(letters.count("DONE")).isEqualTo(120);
  }

  private static void pause(int node) {
    try (Management management = own.management(node)) {
      management.execute(operation("pause", ACK_QUEUE));
    }
  }

  private static void resume(int node) {
    try (Management management = own.management(node)) {
      management.execute(operation("resume", ACK_QUEUE));
    }
  }

  private static long messages(int node) {
    try (Management management = own.management(node)) {
      return management.execute(operation("count-messages", ACK_QUEUE)).asLong();
    }
  }
}
