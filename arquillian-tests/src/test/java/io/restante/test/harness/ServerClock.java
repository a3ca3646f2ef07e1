package io.restante.test.harness;

import java.time.Duration;
import org.jboss.dmr.ModelNode;

/**
 * The offset that a server started with {@code restante.clock.adjustable} adds to its clock: a
 * system property, changed live.
 */
final class ServerClock {

  private static final String[] PROPERTY = {"system-property", "restante.clock.offset-millis"};

  private final Management management;
  private Duration offset = Duration.ZERO;

  ServerClock(Management management) {
    this.management = management;
  }

  synchronized Duration offset() {
    return offset;
  }

  synchronized void setOffset(Duration wanted) {
    ModelNode operation =
        Management.operation(management.exists(PROPERTY) ? "write-attribute" : "add", PROPERTY);
    operation.get("name").set("value");
    operation.get("value").set(Long.toString(wanted.toMillis()));
    if (operation.get("operation").asString().equals("add")) {
      operation.remove("name");
    }
    management.execute(operation);
    offset = wanted;
  }
}
