package io.restante.wake;

import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.mailbox.EnvelopeReader;
import io.restante.mailbox.EnvelopeService;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.PullWaiters;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Those who watch mailboxes for as long as they like, so many of a principal and so many of the
 * node. A watch holds no thread and no connection while it waits.
 */
@ApplicationScoped
public class MailWatches {
  private static final Duration FULL = Duration.ofSeconds(10);

  @Inject private WakeSettings settings;
  @Inject private EnvelopeService envelopes;
  @Inject private EnvelopeReader reader;
  @Inject private PullWaiters waiters;

  @Resource private ManagedExecutorService executor;

  private final Map<String, Integer> open = new HashMap<>();
  private int all;

  /**
   * Begins to watch a mailbox; to be closed.
   *
   * @throws RestanteException NOT_FOUND or FORBIDDEN unless the caller may receive there;
   *     RESOURCE_EXHAUSTED if it, or the node, watches as many as it may
   */
  public MailWatch open(Caller caller, MailboxAddress address) {
    long mailboxId = envelopes.requireReceiver(caller, address);
    long next = nextSequence(mailboxId).orElseThrow(NotFoundException::new);
    boolean empty = reader.count(mailboxId, null) == 0;
    enter(caller.principalId());
    return new MailWatch(this, caller, address, mailboxId, empty ? next : 0);
  }

  /** How often a watch that has nothing to tell says so. */
  Duration heartbeat() {
    return settings.get().heartbeat();
  }

  /** Whether the caller may still watch it, by the grants and mailboxes of now. */
  void require(MailWatch watch) {
    envelopes.requireReceiver(watch.caller(), watch.address());
  }

  /** The next sequence of a mailbox that exists. */
  Optional<Long> nextSequence(long mailboxId) {
    return Optional.ofNullable(reader.nextSequences(List.of(mailboxId)).get(mailboxId));
  }

  PullWaiters.Waiter listen(long mailboxId) {
    return waiters.listen(mailboxId);
  }

  ManagedExecutorService executor() {
    return executor;
  }

  private synchronized void enter(String principalId) {
    WakeConfig most = settings.get();
    int own = open.getOrDefault(principalId, 0);
    if (own >= most.streamsPerPrincipal() || all >= most.streams()) {
      throw new RestanteException(
          ErrorCode.RESOURCE_EXHAUSTED,
          own >= most.streamsPerPrincipal()
              ? "This principal has as many streams of events open as it may."
              : "This node has as many streams of events open as it may.",
          FULL);
    }
    open.put(principalId, own + 1);
    all++;
  }

  synchronized void leave(String principalId) {
    open.computeIfPresent(principalId, (id, own) -> own == 1 ? null : own - 1);
    all--;
  }
}
