package io.restante.test.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.ServerLog;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Four rounds in the build; {@code ./mvnw -Psoak verify -pl arquillian-tests -am
 * -Dit.test=DurabilityIT} strikes 200 times, or as often as {@code restante.test.kills} says.
 */
class DurabilityIT {

  private static final int ROUNDS = Integer.getInteger("restante.test.kills", 4);

  /** MariaDB restarts in a second, WildFly in ten; so the database is struck more often. */
  private static final List<Blow> BLOWS =
      List.of(
          Blow.DATABASE,
          Blow.SERVER,
          Blow.DATABASE,
          Blow.BOTH,
          Blow.DATABASE,
          Blow.SERVER,
          Blow.DATABASE,
          Blow.SERVER,
          Blow.DATABASE,
          Blow.DATABASE);

  private static final Duration OUTAGE =
      Duration.ofSeconds(Long.getLong("restante.test.outage-seconds", 3));

  /** A few kinds of failures, each told every ten seconds. */
  private static final int MOST_LINES_A_SECOND = 5;

  private static OwnServer own;

  @BeforeAll
  static void start() {
    own = OwnServer.start();
  }

  @AfterAll
  static void stop() {
    own.close();
  }

  /** Also after a test that failed in the middle of a blow. */
  @BeforeEach
  void awaitReady() {
    if (!own.database().isRunning()) {
      own.database().start();
    }
    if (!own.node(0).isRunning()) {
      own.node(0).start();
    }
    own.node(0).awaitReady();
  }

  @Test
  void everyAnswerSurvivesKillsOfServerAndDatabase() throws SQLException {
    try (Traffic traffic = Traffic.on(own)) {
      for (int round = 0; round < ROUNDS; round++) {
        traffic.awaitProgress();
        BLOWS.get(round % BLOWS.size()).strike(own, traffic);
      }
      traffic.awaitProgress();
      traffic.finish();

      traffic.assertNothingLost(own);
    }
  }

  @Test
  void everyAnswerSurvivesAnOrderlyStopUnderLoad() throws SQLException {
    try (Traffic traffic = Traffic.on(own)) {
      traffic.awaitProgress();

      traffic.observations().serverGoes();
      own.node(0).stop();
      own.node(0).start().awaitReady();
      traffic.observations().serverIsBack();
      traffic.awaitProgress();
      traffic.finish();

      traffic.assertNothingLost(own);
    }
  }

  /** Three seconds in the build; {@code -Psoak} keeps the database away for a minute. */
  @Test
  void everyAnswerSurvivesAnOutageOfTheDatabase() throws SQLException {
    long pid = own.node(0).pid();
    try (Traffic traffic = Traffic.on(own)) {
      traffic.awaitProgress();
      ServerLog log = ServerLog.fromNow(own);
      long begin = System.nanoTime();

      own.database().stop();
      do {
        traffic.awaitRefusals();
      } while (System.nanoTime() - begin < OUTAGE.toNanos());
      own.database().start();
      traffic.awaitProgress();
      long seconds = 1 + Duration.ofNanos(System.nanoTime() - begin).toSeconds();
      assertThat(log.lines())
          .noneMatch(line -> line.startsWith("\tat "))
          .hasSizeLessThan((int) (MOST_LINES_A_SECOND * seconds));

      traffic.finish();
      traffic.assertNothingLost(own);
    }
    assertThat(own.node(0).pid()).isEqualTo(pid);
  }

  @Test
  void nodeIsNotReadyWithoutItsDatabaseAndIsAgainWithIt() {
    own.database().kill();

    await().atMost(Duration.ofSeconds(30)).until(() -> readiness().status() == 503);
    assertThat(readiness().text("status")).isEqualTo("DOWN");
    assertThat(RestClient.at(health()).get("/live").status()).isEqualTo(200);

    own.database().start();

    await().atMost(Duration.ofSeconds(30)).until(() -> readiness().status() == 200);
    assertThat(readiness().text("status")).isEqualTo("UP");
  }

  private static Reply readiness() {
    return RestClient.at(health()).get("/ready");
  }

  private static URI health() {
    return own.rootUri(0).resolve("health");
  }
}
