package io.restante.test.harness;

import java.time.Instant;
import org.jboss.dmr.ModelNode;

/**
 * The shared server's clock, standing still: for what happens at one millisecond exactly. As with
 * {@link TestServer#moveClockTo}, it stands for everybody, and whoever stopped it releases it.
 */
public final class StoppedClock {

  private static final String[] PROPERTY = {"system-property", "restante.clock.stopped-at-millis"};

  private StoppedClock() {}

  /** Stops it at the instant, or moves it there if it stands. */
  public static void at(Instant instant) {
    Management management = TestServer.management();
    boolean stands = management.exists(PROPERTY);
    ModelNode operation = Management.operation(stands ? "write-attribute" : "add", PROPERTY);
    if (stands) {
      operation.get("name").set("value");
    }
    operation.get("value").set(Long.toString(instant.toEpochMilli()));
    management.execute(operation);
  }

  /** Lets it go again. */
  public static void release() {
    if (TestServer.management().exists(PROPERTY)) {
      TestServer.management().execute(Management.operation("remove", PROPERTY));
    }
  }
}
