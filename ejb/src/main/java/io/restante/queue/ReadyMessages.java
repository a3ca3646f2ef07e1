package io.restante.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The messages of a queue that may be handed out, in their order, read in pieces: no more rows and
 * no more bytes of bodies than the receives of the transaction want and the queue's limits leave
 * room for. Usually that is one statement, which brings the bodies along; those that are larger
 * than their share of the room are read when it is known that they are handed out.
 *
 * <p>What has expired or does not open is set aside, at most {@link #ASIDE} in a transaction, and
 * no more rows are looked at besides those that are handed out. For each that was set aside another
 * one is read with the next piece, so finding many takes few statements.
 */
final class ReadyMessages {
  /** How many are set aside at most; what there is beyond is met by the next receive. */
  static final int ASIDE = 256;

  private final Source source;
  private final MessageBodies bodies;
  private final Set<ReceiveRequest> expected = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<QueueMessage> read = new ArrayDeque<>();
  private long last;
  private int aside;
  private boolean exhausted;

  ReadyMessages(Source source, MessageBodies bodies) {
    this.source = source;
    this.bodies = bodies;
  }

  /** Where they are read from. */
  interface Source {
    /**
     * Reads rows, and hands their bodies over as far as they are no larger than is said.
     *
     * @param after the place of the last one that was read
     */
    List<QueueMessage> load(long after, int most, long largest);
  }

  /** How many messages of how many bytes, together. */
  record Amount(long messages, long bytes) {
    private Amount plus(Amount other) {
      return new Amount(messages + other.messages, bytes + other.bytes);
    }

    private Amount atMost(Amount other) {
      return new Amount(Math.min(messages, other.messages), Math.min(bytes, other.bytes));
    }
  }

  /** A receive will ask for some. */
  void expect(ReceiveRequest request) {
    expected.add(request);
  }

  /** It asks now, or will not. */
  void begin(ReceiveRequest request) {
    expected.remove(request);
  }

  /**
   * The first that is left; it stays until it is taken.
   *
   * @param wanted by the present receive
   * @param room what the limits of the queue leave
   */
  Optional<QueueMessage> first(Amount wanted, Amount room) {
    if (read.isEmpty() && !exhausted) {
      load(useful(wanted, room));
    }
    return Optional.ofNullable(read.peek());
  }

  /** The body of the first, unless it is not there; read with those of the next, if it was not. */
  Optional<SealedBody> body(Amount wanted, Amount room) {
    QueueMessage first = read.element();
    if (!bodies.isKnown(first)) {
      bodies.read(beginning(useful(wanted, room)));
    }
    return bodies.body(first);
  }

  /** Takes the first, which is handed out. */
  void give() {
    bodies.give(read.remove());
  }

  /** Takes the first, which is not handed out. */
  void setAside() {
    bodies.drop(read.remove());
    aside++;
  }

  /** Whether more may be looked at. */
  boolean maySetAside() {
    return aside < ASIDE;
  }

  /** What the present receive and those after it can get at most. */
  private Amount useful(Amount wanted, Amount room) {
    return expected.stream()
        .map(request -> new Amount(request.maxMessages(), request.maxBytes()))
        .reduce(wanted, Amount::plus)
        .atMost(room)
        .atMost(new Amount(ASIDE, bodies.room()));
  }

  private void load(Amount useful) {
    int rows = (int) Math.min(ASIDE - aside, useful.messages() + aside);
    if (useful.messages() <= 0 || rows == 0) {
      return;
    }
    bodies.makeRoom(useful.bytes());
    List<QueueMessage> loaded = source.load(last, rows, useful.bytes() / rows);
    exhausted = loaded.size() < rows;
    read.addAll(loaded);
    if (!loaded.isEmpty()) {
      last = loaded.get(loaded.size() - 1).readySequence();
    }
  }

  /** The first, and as many of the next as are useful. */
  private List<QueueMessage> beginning(Amount useful) {
    List<QueueMessage> beginning = new ArrayList<>();
    long bytes = 0;
    for (QueueMessage message : read) {
      bytes += message.bytes();
      boolean enough = beginning.size() >= useful.messages() || bytes > useful.bytes();
      if (enough && !beginning.isEmpty()) {
        break;
      }
      beginning.add(message);
    }
    return beginning;
  }
}
