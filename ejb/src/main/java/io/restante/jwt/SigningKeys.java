package io.restante.jwt;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.lang.JoseException;

/**
 * An identity provider's public keys. They are read when they are first needed, again when they are
 * old or one is asked for that is not among them, and at most every ten seconds, by one thread. If
 * they cannot be read, the known ones are good for an hour.
 *
 * <p>Nobody waits long: a request that finds another one reading waits for half a second, then goes
 * on with what is known.
 */
final class SigningKeys {
  private static final Logger LOG = Logger.getLogger(SigningKeys.class);
  private static final long PAUSE = Duration.ofSeconds(10).toNanos();
  private static final long LONGEST = Duration.ofHours(1).toNanos();
  private static final long WAIT_MILLIS = 500;

  private final JwksLocation location;
  private final LongSupplier nanos;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Known known = new Known(List.of(), 0, false);
  private volatile Attempt last;

  /**
   * @param nanos time that only passes
   */
  SigningKeys(JwksLocation location, LongSupplier nanos) {
    this.location = location;
    this.nanos = nanos;
  }

  boolean areAt(JwksLocation wanted) {
    return location.equals(wanted);
  }

  /** The keys as they are known, read again if that is due. */
  List<JsonWebKey> keys() {
    Known now = known;
    if (!now.present() || age(now) >= location.maxAge().toNanos()) {
      readAgain();
    }
    return usable();
  }

  /** The keys, read again if that was not tried within ten seconds. */
  List<JsonWebKey> newestKeys() {
    readAgain();
    return usable();
  }

  private List<JsonWebKey> usable() {
    Known now = known;
    return now.present() && age(now) < LONGEST ? now.keys() : List.of();
  }

  private void readAgain() {
    if (!isDue() || !enter()) {
      return;
    }
    try {
      if (isDue()) {
        read();
      }
    } finally {
      reading.unlock();
    }
  }

  private boolean isDue() {
    Attempt attempt = last;
    return attempt == null || nanos.getAsLong() - attempt.at() >= PAUSE;
  }

  /** Nobody is refused only because the keys are being read for the first time. */
  private boolean enter() {
    if (last == null) {
      reading.lock();
      return true;
    }
    try {
      return reading.tryLock(WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void read() {
    boolean failedBefore = last != null && last.failed();
    boolean failed = false;
    try {
      known = new Known(location.read(), nanos.getAsLong(), true);
      if (failedBefore) {
        LOG.info("The keys of the identity provider can be read again.");
      }
    } catch (IOException | JoseException | RuntimeException e) {
      failed = true;
      if (!failedBefore) {
        LOG.warnf(
            "The keys of the identity provider cannot be read (restante.jwt.jwks): %s. Known ones"
                + " are good for an hour after they were read.",
            e.getClass().getName());
      }
    }
    last = new Attempt(nanos.getAsLong(), failed);
  }

  private long age(Known now) {
    return nanos.getAsLong() - now.readAt();
  }

  private record Known(List<JsonWebKey> keys, long readAt, boolean present) {}

  private record Attempt(long at, boolean failed) {}
}
