package io.restante.test.server;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class ClockIT {

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void movedClockIsSeenByTheRunningServer() {
    TestServer.advanceClock(Duration.ofHours(1));
    TestServer.advanceClock(Duration.ofHours(1));

    assertThat(systemProperties().get("restante.clock.offset-millis").asString())
        .isEqualTo("7200000");
  }

  /** Those of the Java machine, not those of the configuration. */
  private static org.jboss.dmr.ModelNode systemProperties() {
    var read = operation("read-attribute", "core-service", "platform-mbean", "type", "runtime");
    read.get("name").set("system-properties");
    return TestServer.management().execute(read);
  }
}
