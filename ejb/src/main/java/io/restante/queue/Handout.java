package io.restante.queue;

import io.restante.keys.MissingKeyException;
import io.restante.queue.ReadyMessages.Amount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One receive of a locked queue: what it leases, and what it moves out of the way. */
final class Handout {
  private final OpenQueue queue;
  private final ReadyMessages ready;
  private final MessageBodies bodies;
  private final String holder;
  private final ReceiveRequest request;
  private final Duration lease;
  private final List<Leased> leased = new ArrayList<>();
  private long bytes;
  private boolean putOff;

  /**
   * @param lease as long as the queue allows
   */
  Handout(
      OpenQueue queue,
      ReadyMessages ready,
      MessageBodies bodies,
      String holder,
      ReceiveRequest request,
      Duration lease) {
    this.queue = queue;
    this.ready = ready;
    this.bodies = bodies;
    this.holder = holder;
    this.request = request;
    this.lease = lease;
  }

  /**
   * What a receive got.
   *
   * @param putOff whether it got nothing because its transaction has no more room in memory
   * @param unfinished whether it got nothing because too much had to be set aside before it
   */
  record Page(List<Leased> leased, boolean putOff, boolean unfinished) {
    static final Page PUT_OFF = new Page(List.of(), true, false);

    static Page of(List<Leased> leased) {
      return new Page(leased, false, false);
    }
  }

  /**
   * Takes messages in their order, until there is none or the next one does not fit.
   *
   * @throws MissingKeyException if this node lacks the key of the first
   */
  Page run() {
    boolean goesOn = true;
    while (goesOn && leased.size() < request.maxMessages() && ready.maySetAside()) {
      Optional<QueueMessage> next = ready.first(wanted(), queue.freeInFlight());
      goesOn = next.isPresent() && take(next.get());
    }
    return putOff
        ? Page.PUT_OFF
        : new Page(leased, false, leased.isEmpty() && !ready.maySetAside());
  }

  /** Whether the one behind it comes into question. */
  private boolean take(QueueMessage message) {
    if (queue.isExpired(message)) {
      ready.setAside();
      queue.pass(message);
      return true;
    }
    if (message.bytes() > wanted().bytes() || !queue.hasRoomInFlight(message)) {
      return false;
    }
    if (!bodies.hasRoomFor(message.bytes())) {
      putOff = leased.isEmpty();
      return false;
    }
    try {
      ready
          .body(wanted(), queue.freeInFlight())
          .flatMap(found -> queue.open(message, found))
          .ifPresentOrElse(body -> give(message, body), () -> condemn(message));
      return true;
    } catch (MissingKeyException missing) {
      if (leased.isEmpty()) {
        throw missing;
      }
      return false;
    }
  }

  private void give(QueueMessage message, MessageBody body) {
    ready.give();
    queue.claim(message, holder, lease);
    leased.add(Leased.of(message, body));
    bytes += message.bytes();
  }

  private void condemn(QueueMessage message) {
    ready.setAside();
    queue.condemn(message);
  }

  private Amount wanted() {
    return new Amount(request.maxMessages() - leased.size(), request.maxBytes() - bytes);
  }
}
