package io.restante.outbox;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jboss.logging.Logger;

/**
 * The life of an event, one short transaction for each step, which locks nothing but the rows of
 * the events. What a crash between two steps leaves is in docs/state-machines.md.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class OutboxService {
  private static final Logger LOG = Logger.getLogger(OutboxService.class);

  /** At 50 in a second, what is published is carried out in less than the two minutes it has. */
  private static final int WINDOW = 5_000;

  @Inject private JpaOutboxStore store;
  @Inject private Outbox outbox;
  @Inject private SubjectDirectory subjects;
  @Inject private OutboxConfig config;
  @Inject private Clock clock;

  /** Whether there is anything to publish; reads without locks. */
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public boolean anyDue() {
    return store.anyDue(clock.instant());
  }

  /**
   * Claims events that are due, oldest first; several nodes get different ones. No more than its
   * consumers carry out before the reconciler takes them back.
   */
  public List<DueEvent> claim(EventType type, int limit) {
    Instant now = clock.instant();
    int most = Math.min(limit, WINDOW - store.published(type, WINDOW));
    List<OutboxEvent> due = store.lockDue(OutboxEvent.State.PENDING, type, now, Math.max(0, most));
    due.forEach(event -> event.claim(now));
    return due.stream().map(OutboxEvent::due).toList();
  }

  /**
   * Marks claimed events: the broker took some, others not. A reference of a dead letter is done
   * once it lies there.
   */
  public void published(EventType type, Collection<Long> taken, Collection<Long> refused) {
    Instant now = clock.instant();
    List<OutboxEvent> published = store.lock(new TreeSet<>(taken));
    if (type == EventType.DEAD_LETTER) {
      published.stream().filter(OutboxEvent::isOpen).forEach(event -> event.done(now));
    } else {
      published.forEach(event -> event.published(now));
    }
    store.lock(new TreeSet<>(refused)).forEach(event -> event.unpublished(now));
  }

  /** Reads an event without a lock, unless it is finished, or is not there any more. */
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public Optional<DueEvent> open(long eventId) {
    return store.read(eventId).filter(OutboxEvent::isOpen).map(OutboxEvent::due);
  }

  /** The effect has come about; does nothing to an event that somebody finished meanwhile. */
  public void done(long eventId) {
    store.lock(eventId).filter(OutboxEvent::isOpen).ifPresent(event -> event.done(clock.instant()));
  }

  /** An attempt failed; does nothing to an event that somebody finished meanwhile. */
  public void failed(long eventId, String error) {
    store
        .lock(eventId)
        .filter(OutboxEvent::isOpen)
        .ifPresent(event -> failed(event, error, clock.instant()));
  }

  /**
   * This node lacks what the event needs: it is published again, perhaps to another one, without an
   * attempt being counted.
   */
  public void handBack(long eventId) {
    store
        .lock(eventId)
        .filter(OutboxEvent::isOpen)
        .ifPresent(event -> event.handBack(clock.instant()));
  }

  /**
   * Takes published events back that nobody has carried out in time.
   *
   * @return how many
   */
  public int reconcile(int limit) {
    Instant now = clock.instant();
    int taken = 0;
    for (EventType type : EventType.values()) {
      List<OutboxEvent> late = store.lockDue(OutboxEvent.State.PUBLISHED, type, now, limit - taken);
      late.forEach(event -> failed(event, OutboxEvent.NOT_HANDLED, now));
      taken += late.size();
    }
    return taken;
  }

  /** Counts what is not done; reads without locks. */
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public List<OutboxState.Count> unfinished() {
    return store.count(EnumSet.complementOf(EnumSet.of(OutboxEvent.State.DONE)));
  }

  /** Removes at most so many events that were finished long enough ago. */
  public int prune(int limit) {
    Instant now = clock.instant();
    int done = store.prune(OutboxEvent.State.DONE, now.minus(config.doneMaxAge()), limit);
    return done + store.prune(OutboxEvent.State.DEAD, now.minus(config.deadMaxAge()), limit - done);
  }

  private void failed(OutboxEvent event, String error, Instant now) {
    event.failed(error, now);
    if (event.isDead()) {
      LOG.warnf("Outbox event %d is given up after its last attempt: %s", event.id(), error);
      outbox.insert(List.of(event.reference(subjects.nameOf(event)).intent(now)));
    }
  }
}
