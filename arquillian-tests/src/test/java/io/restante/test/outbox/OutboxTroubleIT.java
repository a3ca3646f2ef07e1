package io.restante.test.outbox;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.ServerRules;
import io.restante.test.start.Timers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever dies between an intent and its effect, the effect comes about, once. {@code -Psoak}
 * keeps Artemis away for a minute.
 */
class OutboxTroubleIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Longer than a claim, and than a consumer has. */
  private static final Duration LONG = Duration.ofMinutes(3);

  private static final List<Moment> MOMENTS = List.of(Moment.values());
  private static final int ROUNDS = 20;
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("restante.test.outage-seconds", 3));
  private static final String[] ACK_QUEUE = {
    "subsystem", "messaging-activemq", "server", "default", "jms-queue", "restante.ack"
  };

  private static ServerRules rules;
  private static OwnServer own;

  @BeforeAll
  static void start() {
    rules = new ServerRules();
    OwnServer.Builder builder = OwnServer.builder();
    rules.environment().forEach(builder::environment);
    own = builder.start();
  }

  @AfterAll
  static void stop() {
    own.close();
  }

  @BeforeEach
  void startAgainAfterAFailure() {
    if (!own.node(0).isRunning()) {
      rules.forget();
      own.node(0).start().awaitReady();
    }
  }

  @Test
  void nodeThatIsKilledAtAnyMomentLosesNothingAndRepeatsNothing() throws SQLException {
    Letters letters = new Letters(own);
    for (int round = 0; round < ROUNDS; round++) {
      Moment moment = MOMENTS.get(round % MOMENTS.size());
      awaitEmptyQueue();

      letters.finalizeSomeAtADyingNode(
          20, () -> rules.add(moment.rule(1)), OutboxTroubleIT::restartAfterDeath);

      letters.passTime(LONG);
      reconcile();
      letters.assertEachToldOnce();
    }
  }

  @Test
  void whileTheBrokerIsAwaySubmitsGoOnAndAfterwardsEverythingArrives() throws SQLException {
    Letters letters = new Letters(own);
    BrokerSwitch broker = new BrokerSwitch(own, rules);
    letters.finalizeSome(20);
    broker.cutOff();
    long begin = System.nanoTime();
    int stored = 0;
    do {
      letters.finalizeSome(20);
      stored += 20;
      assertThat(broker.messaging()).isEqualTo("DEGRADED");
    } while (System.nanoTime() - begin < OUTAGE.toNanos());
    letters.read();
    assertThat(letters.count("PENDING")).isGreaterThanOrEqualTo(stored);

    broker.letBack();

    letters.passTime(LONG);
    letters.assertEachToldOnce();
    assertThat(letters.attempts()).as("no attempt is counted without a broker").isLessThan(3);
  }

  /** Some events are in the queue, some are being carried out, some are done. */
  @Test
  void nothingIsLostWithTheBrokersJournal() throws SQLException, IOException {
    Letters letters = new Letters(own);
    letters.finalizeSome(20);
    letters.assertEachToldOnce();
    try (Management management = own.management(0)) {
      management.execute(operation("pause", ACK_QUEUE));
      letters.finalizeSome(100);
      await().atMost(LIMIT).until(() -> letters.count("PUBLISHED") == 100);
      rules.add(Moment.DONE.rule(40));
      resumeAtADyingNode(management);
    }
    awaitDeath();
    assertThat(letters.count("DONE")).as("half consumed").isBetween(21L, 119L);

    delete(own.node(0).dataDirectory().resolve("activemq"));
    own.node(0).start().awaitReady();

    assertThat(letters.count("PUBLISHED")).as("known to the database only").isPositive();
    letters.passTime(LONG);
    letters.assertEachToldOnce();
  }

  /** It may end before it answers. */
  private static void resumeAtADyingNode(Management management) {
    try {
      management.answer(operation("resume", ACK_QUEUE));
    } catch (UncheckedIOException | CancellationException died) {
      // It does: see awaitDeath.
    }
  }

  /** Now instead of within ten seconds. */
  private static void reconcile() {
    try (Management management = own.management(0)) {
      Timers.trigger(management, "OutboxReconciler");
    }
  }

  /** Of what came twice, and does nothing the second time. */
  private static void awaitEmptyQueue() {
    try (Management management = own.management(0)) {
      await()
          .atMost(LIMIT)
          .until(() -> management.execute(operation("count-messages", ACK_QUEUE)).asLong() == 0);
    }
  }

  private static void restartAfterDeath() {
    awaitDeath();
    own.node(0).start().awaitReady();
  }

  private static void awaitDeath() {
    await().atMost(LIMIT).until(() -> !own.node(0).isRunning());
    rules.forget();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    }
  }
}
