package io.restante.wake;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.restante.database.FailureLog;
import io.restante.database.TransactionRetry;
import io.restante.keys.MissingKeyException;
import io.restante.outbox.OutboxService;
import io.restante.time.Ticker;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Calls the callbacks of mailboxes that got mail, on threads of its own, host by host. What is to
 * be called, and whether it may be, is read when its turn comes.
 */
@ApplicationScoped
class WakeCourier implements CallbackLanes.Sender {
  private static final int THREADS = 32;
  private static final long IDLE_SECONDS = 30;

  /** The principal that registered the callback may not receive there any more. */
  private static final String NOT_PERMITTED = "NOT_PERMITTED";

  private static final String CALLS = "restante_wake_callbacks_total";

  @Inject private WakeDelivery deliveries;
  @Inject private OutboxService events;
  @Inject private Callbacks callbacks;
  @Inject private TransactionRetry retry;
  @Inject private Ticker ticker;
  @Inject private Instance<MeterRegistry> serversMeters;
  @Resource private ManagedThreadFactory threadFactory;

  private ThreadPoolExecutor threads;
  private CallbackLanes lanes;
  private MeterRegistry meters;

  @PostConstruct
  void start() {
    meters = serversMeters.isResolvable() ? serversMeters.get() : new SimpleMeterRegistry();
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            threadFactory);
    threads.allowCoreThreadTimeOut(true);
    lanes = new CallbackLanes(threads, this, ticker::nanos);
    meters.gauge("restante_wake_waiting", lanes, CallbackLanes::waiting);
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** Has a mailbox's callback called, if it has one; returns at once. */
  void take(long mailboxId, long eventId) {
    Optional<DueWake> due = deliveries.find(mailboxId);
    if (due.isEmpty()) {
      nobody(eventId);
    } else if (due.get().callback() == null) {
      failed(mailboxId, eventId, CallbackOutcome.notSent("STORAGE_DAMAGED"));
    } else {
      lanes.add(due.get().callback().url().hostAndPort(), mailboxId, eventId);
    }
  }

  @Override
  public boolean send(long mailboxId, long eventId) {
    try {
      Optional<DueWake> due = deliveries.find(mailboxId);
      if (due.isEmpty()) {
        nobody(eventId);
        return true;
      }
      if (!due.get().allowed()) {
        notTold(mailboxId, NOT_PERMITTED);
        nobody(eventId);
        return true;
      }
      CallbackOutcome outcome = call(due.get(), eventId);
      if (outcome.isSuccess()) {
        retry.run(() -> deliveries.told(mailboxId, eventId));
        count("success");
      } else {
        failed(mailboxId, eventId, outcome);
      }
      return outcome.answered();
    } catch (MissingKeyException elsewhere) {
      handBack(eventId);
      return true;
    } catch (RuntimeException failure) {
      FailureLog.failed("Noting how a callback went", failure);
      return true;
    }
  }

  @Override
  public void covered(long mailboxId, long eventId) {
    nobody(eventId);
  }

  @Override
  public void refuse(long mailboxId, long eventId, String code) {
    try {
      events.failed(eventId, code);
      count("refused");
    } catch (RuntimeException failure) {
      FailureLog.failed("Noting how a callback went", failure);
    }
  }

  /** This node lacks the key of a callback that was registered anew meanwhile; another has it. */
  private void handBack(long eventId) {
    try {
      events.handBack(eventId);
    } catch (RuntimeException failure) {
      FailureLog.failed("Noting how a callback went", failure);
    }
  }

  private CallbackOutcome call(DueWake due, long eventId) {
    return due.callback() == null
        ? CallbackOutcome.notSent("STORAGE_DAMAGED")
        : callbacks.call(due.callback(), due.mailbox().mailbox(), eventId);
  }

  private void failed(long mailboxId, long eventId, CallbackOutcome outcome) {
    notTold(mailboxId, outcome.code());
    events.failed(eventId, outcome.code());
    count("failure");
  }

  private void notTold(long mailboxId, String code) {
    retry.run(() -> deliveries.notTold(mailboxId, code));
  }

  /** There is nobody to tell, or another event does it: this one is done. */
  private void nobody(long eventId) {
    retry.run(() -> events.done(eventId));
  }

  private void count(String outcome) {
    meters.counter(CALLS, "outcome", outcome).increment();
  }
}
