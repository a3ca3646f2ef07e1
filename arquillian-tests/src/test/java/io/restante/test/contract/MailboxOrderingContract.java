package io.restante.test.contract;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.contract.MailboxUnderTest.Received;
import io.restante.test.harness.Together;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Requirement 003: for each sender and mailbox, envelopes are drained in the order in which the
 * submits returned, and each is in exactly one drain. Nothing is promised across senders or
 * mailboxes.
 */
public abstract class MailboxOrderingContract {

  private static final int PRODUCERS = 16;
  private static final int EACH = 200;
  private static final int EACH_WHILE_DRAINING = 60;
  private static final int ALL = 100;

  /** The implementation; the same for all tests of a class. */
  protected abstract MailboxUnderTest mailboxes();

  @Test
  void emptyMailboxDrainsNothing() {
    assertThat(mailboxes().drain(mailboxes().newMailbox(), ALL)).isEmpty();
  }

  @Test
  void fiftyEnvelopesAreDrainedInTheOrderOfTheirSubmits() {
    String mailbox = mailboxes().newMailbox();
    submit(0, mailbox, 0, 50);

    List<Received> drained = mailboxes().drain(mailbox, ALL);

    assertThat(drained).extracting(Received::messageId).isEqualTo(ids(0, 0, 50));
    assertThat(drained).allSatisfy(MailboxOrderingContract::hasItsOwnBody);
    assertThat(mailboxes().drain(mailbox, ALL)).isEmpty();
  }

  @Test
  void orderHoldsOverSeveralDrainsWithSubmitsBetweenThem() {
    String mailbox = mailboxes().newMailbox();
    List<Received> drained = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      submit(0, mailbox, 10 * round, 10 * round + 10);
      drained.addAll(mailboxes().drain(mailbox, 7));
    }

    drained.addAll(drainAll(mailbox, 7));

    assertThat(drained).extracting(Received::messageId).isEqualTo(ids(0, 0, 50));
  }

  @Test
  void threeInterleavedSendersKeepEachItsOrder() {
    String mailbox = mailboxes().newMailbox();
    for (int i = 0; i < 20; i++) {
      for (int sender = 0; sender < 3; sender++) {
        submit(sender, mailbox, i, i + 1);
      }
    }

    assertStreams(drainAll(mailbox, 7), 3, 20);
  }

  @Test
  void oneSenderToTwoMailboxesKeepsItsOrderInEach() {
    String first = mailboxes().newMailbox();
    String second = mailboxes().newMailbox();
    for (int i = 0; i < 20; i++) {
      submit(0, first, i, i + 1);
      submit(0, second, i, i + 1);
    }

    assertStreams(drainAll(first, 6), 1, 20);
    assertStreams(drainAll(second, 9), 1, 20);
  }

  @Test
  void sixteenProducersLoseNothingAndKeepEachStreamsOrder() {
    String first = mailboxes().newMailbox();
    String second = mailboxes().newMailbox();
    Together.call(
        PRODUCERS,
        sender -> {
          for (int i = 0; i < EACH; i++) {
            submit(sender, first, i, i + 1);
            submit(sender, second, i, i + 1);
          }
          return sender;
        });

    assertStreams(drainAll(first, ALL), PRODUCERS, EACH);
    assertStreams(drainAll(second, ALL), PRODUCERS, EACH);
  }

  @Test
  void drainsWhileSixteenProducersRunLoseNothingAndKeepEachStreamsOrder() {
    String mailbox = mailboxes().newMailbox();
    AtomicInteger producing = new AtomicInteger(PRODUCERS);
    List<Callable<List<Received>>> works = new ArrayList<>();
    IntStream.range(0, PRODUCERS)
        .forEach(sender -> works.add(() -> produce(sender, mailbox, producing)));
    works.add(() -> drainWhile(mailbox, producing));

    List<Received> drained = Together.call(works).get(PRODUCERS);

    assertStreams(drained, PRODUCERS, EACH_WHILE_DRAINING);
  }

  private List<Received> produce(int sender, String mailbox, AtomicInteger producing) {
    try {
      submit(sender, mailbox, 0, EACH_WHILE_DRAINING);
      return List.of();
    } finally {
      producing.decrementAndGet();
    }
  }

  private List<Received> drainWhile(String mailbox, AtomicInteger producing) {
    List<Received> drained = new ArrayList<>();
    while (producing.get() > 0) {
      drained.addAll(mailboxes().drain(mailbox, 30));
    }
    drained.addAll(drainAll(mailbox, ALL));
    return drained;
  }

  private void submit(int sender, String mailbox, int from, int to) {
    for (String id : ids(sender, from, to)) {
      mailboxes().submit(mailboxes().sender(sender), mailbox, id, body(id));
    }
  }

  private List<Received> drainAll(String mailbox, int limit) {
    List<Received> all = new ArrayList<>();
    List<Received> some = mailboxes().drain(mailbox, limit);
    while (!some.isEmpty()) {
      assertThat(some).hasSizeLessThanOrEqualTo(limit);
      all.addAll(some);
      some = mailboxes().drain(mailbox, limit);
    }
    return all;
  }

  /** Each sender's envelopes are all there, once, in order. */
  private void assertStreams(List<Received> drained, int senders, int each) {
    Map<String, List<String>> streams =
        drained.stream()
            .collect(groupingBy(Received::sender, mapping(Received::messageId, toList())));
    assertThat(streams).hasSize(senders);
    for (int sender = 0; sender < senders; sender++) {
      assertThat(streams.get(mailboxes().sender(sender))).isEqualTo(ids(sender, 0, each));
    }
    assertThat(drained).allSatisfy(MailboxOrderingContract::hasItsOwnBody);
  }

  private static void hasItsOwnBody(Received envelope) {
    assertThat(envelope.body()).isEqualTo(body(envelope.messageId()));
  }

  private static List<String> ids(int sender, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "s" + sender + "-" + i).toList();
  }

  private static byte[] body(String id) {
    return ("body of " + id).getBytes(StandardCharsets.UTF_8);
  }
}
