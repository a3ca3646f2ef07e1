package io.restante.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The messages of a queue that may be handed out, in their order, read in pieces: no more than the
 * receives of the transaction want.
 */
final class ReadyMessages {
  private static final int MOST = 256;

  private final Source source;
  private final Deque<QueueMessage> read = new ArrayDeque<>();
  private long last;
  private int wanted;
  private boolean exhausted;

  ReadyMessages(Source source) {
    this.source = source;
  }

  /** Where they are read from. */
  interface Source {
    /**
     * @param after the place of the last one that was read
     */
    List<QueueMessage> load(long after, int most);
  }

  /** Somebody will ask for so many. */
  void expect(int messages) {
    wanted += messages;
  }

  /** The first that is left; it stays until it is taken. */
  Optional<QueueMessage> first() {
    if (read.isEmpty() && !exhausted) {
      load();
    }
    return Optional.ofNullable(read.peek());
  }

  /** Takes the first. */
  void take() {
    read.remove();
    wanted--;
  }

  private void load() {
    int most = Math.max(1, Math.min(MOST, wanted));
    List<QueueMessage> loaded = source.load(last, most);
    exhausted = loaded.size() < most;
    read.addAll(loaded);
    if (!loaded.isEmpty()) {
      last = loaded.get(loaded.size() - 1).readySequence();
    }
  }
}
