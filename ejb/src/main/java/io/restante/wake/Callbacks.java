package io.restante.wake;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** Calls callbacks, one attempt at a time. Waits for name service and receiver; holds nothing. */
@ApplicationScoped
class Callbacks {
  @Resource private ManagedScheduledExecutorService timers;
  @Inject private Clock clock;

  private CallbackGuard guard;
  private CallbackClient client;

  /** For the container. */
  protected Callbacks() {}

  @Inject
  Callbacks(WakeSettings settings) {
    guard = new CallbackGuard(() -> settings.get().hosts(), InetAddress::getAllByName);
    client =
        new CallbackClient(
            (task, delay) -> timers.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS));
  }

  /**
   * @throws RestanteException CALLBACK_REFUSED if it may not be called now
   */
  void requireAllowed(CallbackUrl url) {
    try {
      guard.resolve(url);
    } catch (CallbackRefusedException e) {
      throw new RestanteException(
          ErrorCode.CALLBACK_REFUSED,
          e.code().equals(CallbackRefusedException.HOST)
              ? "The host of url is not on the list of those that this instance calls."
              : "The host of url has no address, or one that this instance does not call.");
    }
  }

  /** Tells a receiver that there may be mail. */
  CallbackOutcome call(Callback callback, String mailbox, long eventId) {
    try {
      long now = clock.instant().getEpochSecond();
      return client.post(callback, guard.resolve(callback.url()), mailbox, now, eventId);
    } catch (CallbackRefusedException e) {
      return CallbackOutcome.unreachable(e.code());
    }
  }

  @PreDestroy
  void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
