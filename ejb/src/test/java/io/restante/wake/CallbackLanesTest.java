package io.restante.wake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallbackLanesTest {

  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<String> sent = new ArrayList<>();
  private final List<String> covered = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private final Set<Long> silent = new HashSet<>();
  private final AtomicInteger running = new AtomicInteger();
  private long nanos;
  private Runnable whileSending = () -> {};

  private final CallbackLanes lanes =
      new CallbackLanes(
          threads::add,
          new CallbackLanes.Sender() {
            @Override
            public boolean send(long mailboxId, long eventId) {
              running.incrementAndGet();
              sent.add(mailboxId + " " + eventId);
              whileSending.run();
              running.decrementAndGet();
              return !silent.contains(mailboxId);
            }

            @Override
            public void covered(long mailboxId, long eventId) {
              covered.add(mailboxId + " " + eventId);
            }

            @Override
            public void refuse(long mailboxId, long eventId, String code) {
              refused.add(mailboxId + " " + eventId + " " + code);
            }
          },
          () -> nanos);

  @Test
  void eventOfAMailboxThatWaitsIsCovered() {
    lanes.add("host", 1, 10);
    lanes.add("host", 2, 20);
    lanes.add("host", 1, 11);
    lanes.add("host", 1, 10);

    runAll();

    assertThat(sent).containsExactly("1 10", "2 20");
    assertThat(covered).containsExactly("1 11");
    assertThat(lanes.waiting()).isZero();
  }

  /** What comes while the call is made may have missed it. */
  @Test
  void eventThatComesDuringACallIsAnotherCall() {
    whileSending =
        () -> {
          if (sent.size() == 1) {
            lanes.add("host", 1, 11);
          }
        };
    lanes.add("host", 1, 10);

    runAll();

    assertThat(sent).containsExactly("1 10", "1 11");
  }

  @Test
  void hostIsCalledByAFewAtOnce() {
    for (long mailbox = 1; mailbox <= 20; mailbox++) {
      lanes.add("slow", mailbox, mailbox);
    }
    lanes.add("other", 100, 100);

    assertThat(threads).hasSize(CallbackLanes.AT_ONCE + 1);
    runAll();
    assertThat(sent).hasSize(21);
  }

  @Test
  void silentHostRestsAndTakesNobodyElseWithIt() {
    for (long mailbox = 1; mailbox <= 10; mailbox++) {
      silent.add(mailbox);
      lanes.add("silent", mailbox, mailbox);
    }
    lanes.add("other", 100, 100);

    runAll();

    assertThat(sent).hasSize(CallbackLanes.FAILURES + 1).contains("100 100");
    assertThat(refused).hasSize(7).allMatch(r -> r.endsWith(CallbackLanes.RESTS));
    lanes.add("silent", 1, 11);
    assertThat(refused).hasSize(8);
    assertThat(threads).isEmpty();
  }

  @Test
  void hostThatRestedIsTriedByOneCallAtATimeUntilItAnswers() {
    silent.addAll(List.of(1L, 2L, 3L));
    List.of(1L, 2L, 3L).forEach(mailbox -> lanes.add("host", mailbox, mailbox));
    runAll();
    nanos += CallbackLanes.REST.toNanos();
    sent.clear();
    refused.clear();

    List.of(4L, 5L, 6L, 7L, 8L).forEach(mailbox -> lanes.add("host", mailbox, mailbox));
    assertThat(threads).hasSize(1);
    runAll();
    assertThat(sent).hasSize(5);
    assertThat(refused).isEmpty();

    List.of(4L, 5L, 6L, 7L, 8L).forEach(mailbox -> lanes.add("host", mailbox, mailbox));
    assertThat(threads).hasSize(CallbackLanes.AT_ONCE);
    runAll();
  }

  @Test
  void hostThatStaysSilentRestsAgainAfterOneCall() {
    silent.addAll(List.of(1L, 2L, 3L, 4L));
    List.of(1L, 2L, 3L).forEach(mailbox -> lanes.add("host", mailbox, mailbox));
    runAll();
    nanos += CallbackLanes.REST.toNanos();
    sent.clear();

    List.of(4L, 5L).forEach(mailbox -> lanes.add("host", mailbox, mailbox));
    runAll();

    assertThat(sent).containsExactly("4 4");
    assertThat(refused).containsExactly("5 5 " + CallbackLanes.RESTS);
  }

  @Test
  void moreThanCanWaitIsRefused() {
    for (long mailbox = 1; mailbox <= CallbackLanes.MOST_OF_HOST + 5; mailbox++) {
      lanes.add("host", mailbox, mailbox);
    }
    lanes.add("host", 1, 99_999);

    assertThat(refused).hasSize(5).allMatch(r -> r.endsWith(CallbackLanes.BUSY));
    assertThat(lanes.waiting()).isEqualTo(CallbackLanes.MOST_OF_HOST);
    runAll();
    assertThat(sent).hasSize(CallbackLanes.MOST_OF_HOST);
    assertThat(covered).containsExactly("1 99999");
    assertThat(lanes.waiting()).isZero();
  }

  private void runAll() {
    for (Runnable task = threads.poll(); task != null; task = threads.poll()) {
      task.run();
    }
    assertThat(running).hasValue(0);
  }
}
