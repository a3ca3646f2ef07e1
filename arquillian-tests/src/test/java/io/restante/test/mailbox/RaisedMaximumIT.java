package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.Test;

/** The instance's maximum, raised by a restart with another setting. */
class RaisedMaximumIT {

  private static final byte[] BODY = {1};
  private static final Map<String, Long> MONTH =
      Map.of("ttlSeconds", Duration.ofDays(30).toSeconds());

  @Test
  void raisingTheMaximumRevivesNothingAndAppliesToNewEnvelopes() {
    try (OwnServer own =
        OwnServer.builder()
            .property("restante.clock.adjustable", "true")
            .property("restante.mailbox.ttl.maximum", "P1D")
            .start()) {
      MailboxFixture fixture = MailboxFixture.newDomain(own.admin(0));
      RestMailbox mailbox = fixture.mailbox(Map.of("defaultTtlSeconds", 3_600));
      assertThat(fixture.mailbox().get().expect(200).json().path("defaultTtlSeconds").asLong())
          .as("the default of a mailbox, 7 days elsewhere")
          .isEqualTo(Duration.ofDays(1).toSeconds());
      String sender = own.admin(0).get("/whoami").expect(200).text("principalId");
      assertThat(life(mailbox.submit("m1", BODY, MONTH).expect(201).json()))
          .isEqualTo(Duration.ofDays(1));

      setProperty(own, "restante.clock.offset-millis", Duration.ofDays(1).plusSeconds(1));
      assertThat(mailbox.pendingIds()).isEmpty();
      setProperty(own, "restante.mailbox.ttl.maximum", Duration.ofDays(30));
      own.node(0).restart().awaitReady(own.rootUri(0).resolve("health/live"));

      assertThat(mailbox.pendingIds()).isEmpty();
      assertThat(mailbox.acknowledge(sender, "m1")).containsExactly("NOT_FOUND");
      assertThat(life(mailbox.submit("m1", BODY, MONTH).expect(201).json()))
          .isEqualTo(Duration.ofDays(30));
    }
  }

  private static void setProperty(OwnServer own, String name, Duration value) {
    ModelNode add = Management.operation("add", "system-property", name);
    add.get("value")
        .set(name.endsWith("-millis") ? Long.toString(value.toMillis()) : value.toString());
    try (Management management = own.management(0)) {
      management.execute(add);
    }
  }

  private static Duration life(JsonNode receipt) {
    return Duration.between(
        Instant.parse(receipt.path("acceptedAt").asText()),
        Instant.parse(receipt.path("expiresAt").asText()));
  }
}
