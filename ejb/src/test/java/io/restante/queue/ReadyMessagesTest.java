package io.restante.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.queue.ReadyMessages.Amount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How much is read for what is wanted, and how often. */
class ReadyMessagesTest {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final Amount NO_LIMIT = new Amount(Long.MAX_VALUE, Long.MAX_VALUE);

  private static final SealedBody BODY = new SealedBody(1, new byte[0]);

  private final QueueUsage usage = new QueueUsage();
  private final List<QueueMessage> stored = new ArrayList<>();
  private final List<String> loads = new ArrayList<>();
  private final List<Integer> reads = new ArrayList<>();
  private final MessageBodies bodies = new MessageBodies(this::read);
  private final ReadyMessages ready = new ReadyMessages(this::load, bodies);
  private int rows;
  private long mostBodiesAtOnce;

  @Test
  void receivesOfOneMessageEachAreServedByOneStatement() {
    store(1_000, 256 * KIB);
    for (int i = 1; i < 64; i++) {
      ready.expect(request(1, MIB));
    }

    handOut(request(1, MIB), NO_LIMIT);

    assertThat(loads).containsExactly("64 rows with bodies of 262144");
    assertThat(reads).isEmpty();
  }

  @Test
  void nothingIsReadWhereNothingMayBeLeased() {
    store(10, KIB);

    assertThat(handOut(request(10, MIB), new Amount(0, MIB))).isZero();

    assertThat(loads).isEmpty();
  }

  @Test
  void limitsOfTheQueueBoundRowsAndBytes() {
    store(10, 100);

    assertThat(handOut(request(10, MIB), new Amount(4, 250))).isEqualTo(2);

    assertThat(loads).containsExactly("4 rows with bodies of 62");
    assertThat(reads).containsExactly(2);
  }

  @Test
  void bodiesThatDoNotFitAreNotRead() {
    store(100, KIB);

    assertThat(handOut(request(100, 10), NO_LIMIT)).isZero();

    assertThat(loads).containsExactly("100 rows with bodies of 0");
    assertThat(reads).isEmpty();
  }

  @Test
  void largeBodiesOfAPageAreReadTogether() {
    store(100, 400 * KIB);

    assertThat(handOut(request(100, 16 * MIB), NO_LIMIT)).isEqualTo(40);

    assertThat(loads).containsExactly("100 rows with bodies of 167772");
    assertThat(reads).containsExactly(40);
  }

  @Test
  void smallAndLargeBodiesTogetherStayWithinTheMemory() {
    for (int i = 0; i < 100; i++) {
      store(1, i % 2 == 0 ? MIB : 100 * KIB);
    }
    for (int i = 0; i < 20; i++) {
      ready.expect(request(1, 16 * MIB));
    }

    int given = handOut(request(100, 16 * MIB), NO_LIMIT);

    assertThat(given).isBetween(26, 28);
    assertThat(mostBodiesAtOnce).isLessThanOrEqualTo(MessageBodies.MOST);
    assertThat(bodies.hasRoomFor(MIB)).isFalse();
  }

  /** One more for each that was set aside: so finding many takes few statements. */
  @Test
  void whatIsSetAsideIsReadInGrowingPiecesUpToABound() {
    store(1_000, 10);

    while (ready.maySetAside()) {
      assertThat(ready.first(new Amount(1, MIB), NO_LIMIT)).isPresent();
      ready.setAside();
    }

    assertThat(loads).hasSizeLessThan(12);
    assertThat(rows).isEqualTo(ReadyMessages.ASIDE);
    assertThat(ready.first(new Amount(1, MIB), NO_LIMIT)).isEmpty();
  }

  private int handOut(ReceiveRequest request, Amount free) {
    ready.begin(request);
    int given = 0;
    long bytes = 0;
    while (given < request.maxMessages()) {
      Amount wanted = new Amount(request.maxMessages() - given, request.maxBytes() - bytes);
      Amount room = new Amount(free.messages() - given, free.bytes() - bytes);
      Optional<QueueMessage> next = ready.first(wanted, room);
      if (next.isEmpty()
          || next.get().bytes() > Math.min(wanted.bytes(), room.bytes())
          || !bodies.hasRoomFor(next.get().bytes())) {
        break;
      }
      assertThat(ready.body(wanted, room)).isPresent();
      mostBodiesAtOnce = Math.max(mostBodiesAtOnce, bodies.bytesInMemory());
      ready.give();
      given++;
      bytes += next.get().bytes();
    }
    return given;
  }

  private List<QueueMessage> load(long after, int most, long largest) {
    List<QueueMessage> found =
        stored.stream().filter(message -> message.readySequence() > after).limit(most).toList();
    found.stream()
        .filter(message -> message.bytes() <= largest)
        .forEach(message -> bodies.hold(message, BODY));
    loads.add(most + " rows with bodies of " + largest);
    rows += found.size();
    return found;
  }

  private Map<MessageKey, SealedBody> read(Collection<MessageKey> keys) {
    Map<MessageKey, SealedBody> found = new HashMap<>();
    stored.stream()
        .filter(message -> keys.contains(message.key()))
        .forEach(message -> found.put(message.key(), BODY));
    reads.add(keys.size());
    return found;
  }

  private void store(int messages, int bytes) {
    for (int i = 0; i < messages; i++) {
      MessageTerms terms = new MessageTerms("m" + stored.size(), bytes, null, null, null);
      stored.add(new QueueMessage(terms, Policies.ofLargeMessages(), usage, Instant.EPOCH));
    }
  }

  private static ReceiveRequest request(int messages, int bytes) {
    return new ReceiveRequest(null, messages, bytes, Duration.ofSeconds(30));
  }
}
