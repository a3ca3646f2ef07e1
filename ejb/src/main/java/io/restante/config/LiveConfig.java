package io.restante.config;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Settings that may be changed while the application runs. They are read again when somebody asks
 * for them, at most every two seconds, by the thread that asks; the others go on with the former.
 *
 * <p>A value that is not allowed stops the deployment at the start. Later the former stay in force
 * as a whole until it is corrected, and the log says so once.
 *
 * @param <T> a record of settings
 */
public final class LiveConfig<T> {
  private static final Logger LOG = Logger.getLogger(LiveConfig.class);
  private static final long INTERVAL = Duration.ofSeconds(2).toNanos();

  private final Supplier<T> reader;
  private final LongSupplier nanos;
  private final AtomicLong readAt;
  private volatile T value;
  private volatile String complaint;

  /**
   * @param reader reads the settings, or throws a {@link ConfigurationException}
   * @param nanos time that only passes
   */
  public LiveConfig(Supplier<T> reader, LongSupplier nanos) {
    this.reader = reader;
    this.nanos = nanos;
    this.readAt = new AtomicLong(nanos.getAsLong());
    this.value = reader.get();
  }

  public T get() {
    long last = readAt.get();
    long now = nanos.getAsLong();
    if (now - last >= INTERVAL && readAt.compareAndSet(last, now)) {
      readAgain();
    }
    return value;
  }

  private void readAgain() {
    try {
      T read = reader.get();
      if (!read.equals(value)) {
        LOG.infof("Changed while running: %s.", read);
        value = read;
      }
      complaint = null;
    } catch (ConfigurationException e) {
      if (!Objects.equals(complaint, e.getMessage())) {
        complaint = e.getMessage();
        LOG.errorf("%s Until it is corrected, what was in force stays so: %s.", complaint, value);
      }
    }
  }
}
