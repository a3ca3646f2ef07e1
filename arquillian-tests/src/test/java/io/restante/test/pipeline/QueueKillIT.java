package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.pipeline.QueueDeed.Request;
import io.restante.test.queue.RestQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server that is killed while it writes to a queue: at each statement, before the commit, and
 * after it, before it answers. Then all is there or nothing, and whoever asks again is told the
 * truth. Twice in a batch, and once in two of the others, another two each day, unless {@code
 * ./mvnw verify -Drestante.test.kills=200 -Dit.test=QueueKillIT} or {@code -Psoak} has it killed at
 * every step of each; {@code -Drestante.test.deeds=PARK,PUT} chooses some.
 */
class QueueKillIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final boolean AT_EVERY_STEP = Integer.getInteger("restante.test.kills", 4) >= 200;

  @TempDir private static Path directory;

  private static TransactionSteps steps;
  private static OwnServer own;
  private static MailboxFixture domain;

  @BeforeAll
  static void startServer() {
    steps = new TransactionSteps(directory);
    OwnServer.Builder builder = OwnServer.builder();
    steps.environment().forEach(builder::environment);
    own = builder.start();
    domain = MailboxFixture.newDomain(own.admin(0));
  }

  @AfterAll
  static void stopServer() {
    own.close();
  }

  @BeforeEach
  void startAgainAfterAFailure() {
    if (own.node(0).isRunning()) {
      steps.end();
    } else {
      restart();
    }
  }

  static Stream<QueueDeed> deeds() {
    String chosen = System.getProperty("restante.test.deeds");
    if (chosen != null) {
      return Stream.of(chosen.split(",")).map(QueueDeed::valueOf);
    }
    List<QueueDeed> all = List.of(QueueDeed.values());
    if (AT_EVERY_STEP) {
      return all.stream();
    }
    List<QueueDeed> others = all.subList(1, all.size());
    int day = (int) (LocalDate.now(ZoneOffset.UTC).toEpochDay() % others.size());
    return Stream.of(
        QueueDeed.BATCH,
        others.get(2 * day % others.size()),
        others.get((2 * day + 1) % others.size()));
  }

  @ParameterizedTest
  @MethodSource("deeds")
  void killedServerLeavesAllOrNothingAndTellsTheTruthAfterwards(QueueDeed deed)
      throws SQLException {
    Round rehearsal = new Round(deed);
    steps.watch(deed.transaction());
    rehearsal.requireDone(rehearsal.send().map(CompletableFuture::join).toList(), false);
    await().atMost(LIMIT).until(() -> steps.seen().contains(TransactionSteps.COMMITTED));
    List<String> all = steps.seen();
    steps.end();
    List<String> done = rehearsal.remains.now();
    List<String> left = rehearsal.remains.ofQueue();

    assertThat(all)
        .contains(TransactionSteps.COMMIT)
        .endsWith(TransactionSteps.COMMITTED)
        .hasSizeGreaterThan(5);
    for (int step : kills(deed, all)) {
      kill(deed, all.subList(0, step), step == all.size(), done);
    }
    assertThat(rehearsal.remains.ofQueue()).as("what stayed there through it").isEqualTo(left);
  }

  /** In short: where it is told of, after the commit; else before it, where it is lost. */
  private static List<Integer> kills(QueueDeed deed, List<String> all) {
    if (AT_EVERY_STEP) {
      return IntStream.rangeClosed(1, all.size()).boxed().toList();
    }
    int commit = all.indexOf(TransactionSteps.COMMIT) + 1;
    if (deed == QueueDeed.BATCH) {
      return List.of(commit, all.size());
    }
    return List.of(deed.isAfterTheAnswer() ? commit : all.size());
  }

  /**
   * @param until the steps, of which it does not survive the last
   * @param committed whether all happens nevertheless
   * @param done what is left once it happened
   */
  private static void kill(QueueDeed deed, List<String> until, boolean committed, List<String> done)
      throws SQLException {
    Round round = new Round(deed);
    List<String> before = round.remains.now();
    steps.killAt(deed.transaction(), until.size());
    List<CompletableFuture<Reply>> sent = round.send().toList();
    await().atMost(LIMIT).until(() -> !own.node(0).isRunning());
    assertThat(steps.seen()).as("what it was killed at").isEqualTo(until);
    if (!deed.isAfterTheAnswer()) {
      assertThat(sent).allSatisfy(QueueKillIT::assertUnanswered);
    }

    restart();
    boolean asked = committed || deed.isAfterTheAnswer();
    if (!(asked && deed.goesOn()) && !(committed && deed.isBeforeTheAnswer())) {
      assertThat(round.remains.now())
          .as("what is left after death at %s", until)
          .isEqualTo(committed ? done : before);
    }
    round.requireDone(round.repeat(), asked && !deed.isBeforeTheAnswer());
    assertThat(round.remains.now())
        .as("what is left after death at %s and a retry", until)
        .isEqualTo(done);
  }

  private static void restart() {
    steps.forget();
    own.node(0).start().awaitReady();
  }

  private static void assertUnanswered(CompletableFuture<Reply> reply) {
    assertThat(reply)
        .failsWithin(LIMIT)
        .withThrowableThat()
        .withRootCauseInstanceOf(IOException.class);
  }

  /** The requests of a deed on a queue of their own. */
  private static final class Round {
    private final QueueDeed deed;
    private final RestQueue queue;
    private final QueueRemains remains;
    private final List<Request> requests;
    private final List<RestClient> callers = new ArrayList<>();

    Round(QueueDeed deed) throws SQLException {
      QueueStock stock = QueueStock.in(domain);
      this.deed = deed;
      this.queue = stock.queue();
      this.requests = deed.requests(stock);
      for (Request request : requests) {
        RestClient caller = queue.caller();
        callers.add(request.keyed() ? caller.withKey(MailboxFixture.unique("key")) : caller);
      }
      this.remains = new QueueRemains(own, queue);
    }

    /** Several are one batch. */
    Stream<CompletableFuture<Reply>> send() {
      List<Supplier<CompletableFuture<Reply>>> calls =
          IntStream.range(0, requests.size()).mapToObj(this::call).toList();
      return requests.size() == 1
          ? Stream.of(calls.get(0).get())
          : Gathering.at(own, queue).sendAsync(calls).gathered().stream();
    }

    /** One after the other. */
    List<Reply> repeat() {
      return IntStream.range(0, requests.size()).mapToObj(i -> call(i).get().join()).toList();
    }

    /** Each did what it was to do, now or before. */
    void requireDone(List<Reply> replies, boolean before) {
      for (int i = 0; i < requests.size(); i++) {
        Request request = requests.get(i);
        Reply reply = replies.get(i).expect(request.status());
        assertThat(reply.text()).contains(request.outcome());
        if (request.keyed()) {
          assertThat(reply.header("Idempotency-Replayed").isPresent())
              .as("%s is a replay", reply)
              .isEqualTo(before);
        }
      }
      if (deed.goesOn()) {
        await().atMost(LIMIT).until(this::isDone);
      }
      deed.states().forEach((id, state) -> assertThat(queue.state(id)).as(id).isEqualTo(state));
    }

    private boolean isDone() {
      return deed.states().entrySet().stream()
          .allMatch(state -> queue.state(state.getKey()).equals(state.getValue()));
    }

    private Supplier<CompletableFuture<Reply>> call(int i) {
      Request request = requests.get(i);
      return () ->
          callers.get(i).sendAsync(request.method(), queue.path() + request.path(), request.body());
    }
  }
}
