package io.restante.test.harness;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Settings of a running server that it reads again by itself, as system properties, which come
 * before all others. They count for everybody until this is closed.
 */
public final class LiveSettings implements AutoCloseable {

  private static final Duration READ_AGAIN = Duration.ofSeconds(2);

  private final SystemProperties properties;
  private final Consumer<Duration> time;
  private final Set<String> names = new LinkedHashSet<>();

  LiveSettings(SystemProperties properties, Consumer<Duration> time) {
    this.properties = properties;
    this.time = time;
  }

  /** Sets one; {@link #apply} makes it count. */
  public LiveSettings set(String name, String value) {
    names.add(name);
    properties.set(name, value);
    return this;
  }

  /** Lets the time pass after which the server has read them. */
  public LiveSettings apply() {
    time.accept(READ_AGAIN);
    return this;
  }

  /** Takes back what was set. */
  @Override
  public void close() {
    names.forEach(properties::remove);
    names.clear();
    apply();
  }
}
