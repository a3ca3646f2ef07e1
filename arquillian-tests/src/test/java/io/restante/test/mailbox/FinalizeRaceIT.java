package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of all who decide on an envelope at once, one does, and the others are told its decision. */
class FinalizeRaceIT {

  private static final int THREADS = 32;
  private static final int ROUNDS = 20;

  private RestMailbox mailbox;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailbox() {
    MailboxFixture domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    sender = domain.sender();
  }

  @Test
  void commitRacingDiscardHasOneWinnerWhomAllOthersAreTold() {
    for (int round = 0; round < ROUNDS; round++) {
      String id = "m" + round;
      mailbox.as(sender).submit(id).expect(201);

      List<String> results = race(id, round % 2);

      List<String> decided =
          results.stream().filter(r -> r.equals("COMMITTED") || r.equals("DISCARDED")).toList();
      assertThat(decided).as("round %s: %s", round, results).hasSize(1);
      List<String> told = new ArrayList<>(results);
      told.remove(decided.get(0));
      assertThat(told).hasSize(THREADS - 1).containsOnly("ALREADY_" + decided.get(0));
      assertThat(mailbox.acknowledge(sender.id(), id)).containsExactly("ALREADY_" + decided.get(0));
    }
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.tombstones()).isEqualTo(ROUNDS);
    assertThat(rows.envelopes()).isZero();
  }

  @Test
  void everyEnvelopeIsInExactlyOneOfSixteenConcurrentDrains() {
    List<String> ids = IntStream.range(0, 200).mapToObj(i -> "m" + i).toList();
    mailbox.as(sender).submitAll(ids);

    List<List<String>> drains = Together.call(16, i -> drainToTheEnd(1 + i));

    assertThat(drains.stream().flatMap(List::stream).toList())
        .containsExactlyInAnyOrderElementsOf(ids);
    assertThat(drains)
        .allSatisfy(drained -> assertThat(drained).isSortedAccordingTo(this::bySequence));
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.envelopes()).isZero();
    assertThat(rows.tombstones()).isEqualTo(200);
  }

  @Test
  void drainRacingAcknowledgementsGivesEachEnvelopeToOneOfThem() {
    List<String> ids = IntStream.range(0, 60).mapToObj(i -> "m" + i).toList();
    mailbox.as(sender).submitAll(ids);

    List<List<String>> taken =
        Together.call(
            8, i -> i % 2 == 0 ? drainToTheEnd(3) : acknowledged(ids.subList(i * 5, i * 5 + 20)));

    assertThat(taken.stream().flatMap(List::stream).toList())
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  /** Half of the threads commit, half discard; the parity says which half comes first. */
  private List<String> race(String id, int parity) {
    return Together.call(
        THREADS,
        i ->
            i % 2 == parity
                ? mailbox.acknowledge(sender.id(), id).get(0)
                : mailbox.discard(sender.id(), id, "OTHER").expect(200).text("status"));
  }

  private List<String> drainToTheEnd(int limit) {
    List<String> all = new ArrayList<>();
    List<String> some = RestMailbox.ids(mailbox.drain(limit));
    while (!some.isEmpty()) {
      all.addAll(some);
      some = RestMailbox.ids(mailbox.drain(limit));
    }
    return all;
  }

  /** Those that this acknowledgement committed. */
  private List<String> acknowledged(List<String> ids) {
    List<String> results = mailbox.acknowledge(sender.id(), ids.toArray(String[]::new));
    return IntStream.range(0, ids.size())
        .filter(i -> results.get(i).equals("COMMITTED"))
        .mapToObj(ids::get)
        .toList();
  }

  private int bySequence(String one, String other) {
    return Integer.compare(
        Integer.parseInt(one.substring(1)), Integer.parseInt(other.substring(1)));
  }
}
