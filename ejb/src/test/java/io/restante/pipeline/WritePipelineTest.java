package io.restante.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class WritePipelineTest {
  private final List<List<Integer>> batches = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch gate = new CountDownLatch(1);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  /**
   * A thread for each answer: a pool might be too small for a test that waits on one of its
   * threads.
   */
  private Executor executor = answer -> new Thread(answer).start();

  private final Executor lockWaits = waiting -> new Thread(waiting).start();

  private WritePipeline<Integer, String> pipeline;
  private CompletableFuture<String> occupying;

  @AfterEach
  void closePipeline() {
    gate.countDown();
    pipeline.close();
  }

  @Test
  void aLoneRequestIsAnsweredAfterItsBatch() {
    open(config(1), (requests, attempt) -> answers(requests));

    assertThat(join(7)).isEqualTo("done 7");
    assertThat(batches).containsExactly(List.of(7));
  }

  @Test
  void whatArrivesWhileABatchRunsSharesTheNextOne() throws Exception {
    openBehindGate(config(1));
    occupyWorker();
    List<CompletableFuture<String>> rest =
        IntStream.rangeClosed(1, 50).mapToObj(this::submit).toList();
    gate.countDown();

    assertThat(occupying).succeedsWithin(Duration.ofSeconds(10));
    rest.forEach(CompletableFuture::join);
    assertThat(batches).hasSize(2);
    assertThat(batches.get(1)).isEqualTo(IntStream.rangeClosed(1, 50).boxed().toList());
  }

  @Test
  void aBatchIsNoLargerThanItsBounds() throws Exception {
    openBehindGate(new PipelineConfig(1, 4, 1_000_000, 1_000, 1_000_000));
    occupyWorker();
    List<CompletableFuture<String>> rest =
        IntStream.rangeClosed(1, 10).mapToObj(this::submit).toList();
    gate.countDown();

    rest.forEach(CompletableFuture::join);
    assertThat(batches).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(4));
  }

  @Test
  void aBatchIsNoHeavierThanItsBoundUnlessOneRequestIs() throws Exception {
    openBehindGate(new PipelineConfig(1, 100, 250, 1_000, 1_000_000));
    occupyWorker();
    List<CompletableFuture<String>> rest =
        IntStream.rangeClosed(1, 6).mapToObj(this::submit).toList();
    gate.countDown();

    rest.forEach(CompletableFuture::join);
    assertThat(batches).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(2));
  }

  @Test
  void aRefusalMeetsOnlyItsOwnRequest() {
    open(
        config(1),
        (requests, attempt) ->
            requests.stream()
                .map(
                    request ->
                        request == 3
                            ? Decision.<String>refused(
                                new RestanteException(ErrorCode.CONFLICT, "three"))
                            : Decision.of("done " + request))
                .toList());

    assertThatThrownBy(() -> join(3))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            RestanteException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(join(4)).isEqualTo("done 4");
  }

  @Test
  void aBatchThatLostADeadlockIsRepeatedWhole() {
    open(
        config(1),
        (requests, attempt) -> {
          if (batches.size() < 3) {
            throw new IllegalStateException(new SQLException("deadlock", "40001", 1213));
          }
          return answers(requests);
        });

    assertThat(join(1)).isEqualTo("done 1");
    assertThat(batches).hasSize(3);
    assertThat(meters.counter("restante_pipeline_repetitions_total", "pipeline", "test").count())
        .isEqualTo(2);
  }

  @Test
  void aFailingRequestHarmsNoneOfItsBatch() throws Exception {
    openBehindGate(config(1), 13);
    occupyWorker();
    List<CompletableFuture<String>> rest =
        IntStream.rangeClosed(10, 15).mapToObj(this::submit).toList();
    gate.countDown();

    for (int i = 0; i < rest.size(); i++) {
      CompletableFuture<String> answer = rest.get(i);
      if (i == 3) {
        assertThat(codeOf(answer)).isEqualTo(ErrorCode.INTERNAL);
      } else {
        assertThat(answer.join()).isEqualTo("done " + (10 + i));
      }
    }
  }

  @Test
  void aCommitOfUnknownOutcomeIsNotRepeated() {
    open(
        config(1),
        (requests, attempt) -> {
          attempt.committing();
          throw new IllegalStateException(new SQLException("connection lost", "08000", 0));
        });

    assertThat(codeOf(submit(1))).isEqualTo(ErrorCode.UNKNOWN_OUTCOME);
    assertThat(batches).hasSize(1);
  }

  @Test
  void aCommitThatAReadOnlyDatabaseRefusedChangedNothing() {
    open(
        config(1),
        (requests, attempt) -> {
          attempt.committing();
          throw new IllegalStateException(new SQLException("read-only", "HY000", 1290));
        });

    assertThat(codeOf(submit(1))).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(batches).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 08000, connection lost",
    "1290, HY000, read-only server",
    "1792, 25006, read-only transaction",
    "1836, HY000, read-only engine",
    "1114, HY000, table full",
    "1021, HY000, disk full",
    "1030, HY000, Got error 28 \"No space left on device\" from storage engine InnoDB",
    "1053, 08S01, server stops"
  })
  void whatConcernsTheWholeDatabaseRefusesTheBatchWithoutTryingEachAlone(
      int error, String state, String reason) throws Exception {
    open(
        config(1),
        (requests, attempt) -> {
          awaitGate();
          throw new IllegalStateException(new SQLException(reason, state, error));
        });
    occupyWorker();
    List<CompletableFuture<String>> rest =
        IntStream.rangeClosed(1, 9).mapToObj(this::submit).toList();
    gate.countDown();

    rest.forEach(answer -> assertThat(codeOf(answer)).isEqualTo(ErrorCode.UNAVAILABLE));
    assertThat(batches).hasSize(2);
  }

  @Test
  void moreThanMayWaitIsTurnedAwayAtOnce() throws Exception {
    openBehindGate(new PipelineConfig(1, 100, 1_000_000, 5, 1_000_000));
    occupyWorker();
    List<CompletableFuture<String>> waiting =
        IntStream.rangeClosed(1, 5).mapToObj(this::submit).toList();
    CompletableFuture<String> tooMuch = submit(6);

    assertThat(codeOf(tooMuch)).isEqualTo(ErrorCode.OVERLOADED);
    gate.countDown();
    waiting.forEach(CompletableFuture::join);
    assertThat(join(7)).isEqualTo("done 7");
  }

  @Test
  void closingFinishesWhatWasTakenAndTakesNothingMore() throws Exception {
    openBehindGate(config(1));
    occupyWorker();
    List<CompletableFuture<String>> taken =
        IntStream.rangeClosed(1, 20).mapToObj(this::submit).toList();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(pipeline::close);
    gate.countDown();
    closing.get(10, TimeUnit.SECONDS);

    assertThat(taken).allSatisfy(answer -> assertThat(answer).isCompleted());
    assertThat(codeOf(submit(21))).isEqualTo(ErrorCode.OVERLOADED);
  }

  @Test
  void closingWaitsForTheAnswersOnTheirWay() {
    CountDownLatch late = new CountDownLatch(1);
    executor =
        answering ->
            new Thread(
                    () -> {
                      await(late);
                      answering.run();
                    })
                .start();
    open(config(1), (requests, attempt) -> answers(requests));
    CompletableFuture<String> taken = submit(1);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(pipeline::close);
    Awaitility.await().until(() -> submit(2).isCompletedExceptionally());
    assertThat(closing).isNotCompleted();
    late.countDown();

    closing.join();
    assertThat(taken).isCompletedWithValue("done 1");
  }

  @Test
  void requestsOfOneLaneKeepTheirOrderOnAnyNumberOfWorkers() {
    open(config(4), (requests, attempt) -> answers(requests));
    List<CompletableFuture<String>> all = IntStream.range(0, 4_000).mapToObj(this::submit).toList();
    all.forEach(CompletableFuture::join);

    for (int lane = 0; lane < 10; lane++) {
      int number = lane;
      List<Integer> order;
      synchronized (batches) {
        order = batches.stream().flatMap(List::stream).filter(r -> r % 10 == number).toList();
      }
      assertThat(order).isSorted().hasSize(400);
    }
  }

  @Test
  void whatWaitsForLocksHoldsUpNoOtherLane() {
    openWithLocked(1);
    CompletableFuture<String> held = submit(1);
    CompletableFuture<String> behind = submit(11);

    assertThat(join(2)).isEqualTo("done 2");
    assertThat(join(3)).isEqualTo("done 3");
    assertThat(held).isNotCompleted();
    assertThat(behind).isNotCompleted();
    gate.countDown();
    assertThat(held.join()).isEqualTo("done 1");
    assertThat(behind.join()).isEqualTo("done 11");
    assertThat(join(21)).isEqualTo("done 21");
    assertThat(meters.counter("restante_pipeline_contended_total", "pipeline", "test").count())
        .isGreaterThanOrEqualTo(1);
  }

  @Test
  void aContendedLaneKeepsItsOrder() {
    List<Integer> decided = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger calls = new AtomicInteger();
    open(
        new PipelineConfig(2, 7, 1_000_000, 10_000, 10_000_000),
        (requests, attempt) -> {
          boolean locked = calls.incrementAndGet() % 3 != 0;
          return requests.stream()
              .map(
                  request -> {
                    if (locked && request % 2 == 0 && !attempt.waitsForLocks()) {
                      return Decision.<String>contended();
                    }
                    decided.add(request);
                    return Decision.of("done " + request);
                  })
              .toList();
        });
    List<CompletableFuture<String>> all = IntStream.range(0, 4_000).mapToObj(this::submit).toList();
    all.forEach(CompletableFuture::join);

    for (int lane = 0; lane < 10; lane++) {
      int number = lane;
      assertThat(decided.stream().filter(r -> r % 10 == number)).isSorted().hasSize(400);
    }
  }

  @Test
  void closingWaitsForWhatWaitsForLocks() {
    openWithLocked(1);
    List<CompletableFuture<String>> taken =
        IntStream.range(0, 100).mapToObj(i -> submit(1 + 10 * i)).toList();
    join(2);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(pipeline::close);
    Awaitility.await().until(() -> submit(2).isCompletedExceptionally());
    assertThat(closing).isNotCompleted();
    gate.countDown();

    closing.join();
    assertThat(taken).allSatisfy(answer -> assertThat(answer).isCompleted());
  }

  /** Somebody else has locked the rows of a lane, until the gate opens. */
  private void openWithLocked(int lane) {
    open(
        config(1),
        (requests, attempt) -> {
          boolean locked = gate.getCount() > 0;
          if (locked && attempt.waitsForLocks()) {
            awaitGate();
          }
          return requests.stream()
              .map(
                  request ->
                      locked && request % 10 == lane && !attempt.waitsForLocks()
                          ? Decision.<String>contended()
                          : Decision.of("done " + request))
              .toList();
        });
  }

  private void open(PipelineConfig config, BatchTransaction<Integer, String> transaction) {
    pipeline =
        new WritePipeline<>(
            "test",
            config,
            request -> request % 10,
            request -> new RequestSize(1, 100),
            (requests, attempt) -> {
              batches.add(List.copyOf(requests));
              return transaction.run(requests, attempt);
            },
            new PipelineResources(Thread::new, executor, lockWaits, meters));
  }

  private void openBehindGate(PipelineConfig config) {
    openBehindGate(config, -1);
  }

  /** Every batch waits for the gate; one that holds the poison fails. */
  private void openBehindGate(PipelineConfig config, int poison) {
    open(
        config,
        (requests, attempt) -> {
          awaitGate();
          if (requests.contains(poison)) {
            throw new IllegalStateException("poison");
          }
          return answers(requests);
        });
  }

  private void awaitGate() {
    await(gate);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A first batch that stands before the gate, so that what follows gathers behind it. */
  private void occupyWorker() {
    occupying = submit(0);
    Awaitility.await().until(() -> !batches.isEmpty());
  }

  private CompletableFuture<String> submit(int request) {
    return pipeline.submit(request).toCompletableFuture();
  }

  private String join(int request) {
    return submit(request).join();
  }

  private static List<Decision<String>> answers(List<Integer> requests) {
    return requests.stream().map(request -> Decision.of("done " + request)).toList();
  }

  private static ErrorCode codeOf(CompletableFuture<String> answer) {
    try {
      throw new AssertionError("answered " + answer.join());
    } catch (CompletionException e) {
      return ((RestanteException) e.getCause()).code();
    }
  }

  private static PipelineConfig config(int workers) {
    return new PipelineConfig(workers, 256, 1_000_000, 10_000, 10_000_000);
  }
}
