package io.restante.test.outbox;

import static io.restante.test.harness.Management.operation;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.ServerRules;
import java.time.Duration;

/**
 * Cuts a running node off its Artemis, and lets it come back: the acceptor of connections from
 * within the server stops, which ends those that there are and refuses new ones. A Byteman rule in
 * a management operation does it, since there is none that does; an Artemis that is stopped as a
 * whole would take its JNDI entries along, and WildFly the applications that use them.
 */
final class BrokerSwitch {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final String RULE =
      """
      RULE %1$s the acceptor
      CLASS org.apache.activemq.artemis.core.management.impl.QueueControlImpl
      METHOD countMessages(String)
      AT ENTRY
      IF NOT flagged("%1$s")
      DO flag("%1$s"); $0.server.getRemotingService().getAcceptor("in-vm").%1$s()
      ENDRULE
      """;

  private final OwnServer own;
  private final ServerRules rules;

  BrokerSwitch(OwnServer own, ServerRules rules) {
    this.own = own;
    this.rules = rules;
  }

  /** Returns when readiness says so. */
  void cutOff() {
    perform("stop");
    awaitMessaging("DEGRADED");
  }

  /** Returns when readiness says so. */
  void letBack() {
    perform("start");
    awaitMessaging("UP");
    rules.removeAll();
  }

  private void perform(String change) {
    rules.add(RULE.formatted(change));
    try (Management management = own.management(0)) {
      management.execute(
          operation(
              "count-messages",
              "subsystem",
              "messaging-activemq",
              "server",
              "default",
              "jms-queue",
              "restante.expiry"));
    }
  }

  private void awaitMessaging(String status) {
    await().atMost(LIMIT).until(() -> messaging().equals(status));
  }

  /** What readiness says of the broker, while it answers 200. */
  String messaging() {
    JsonNode checks =
        RestClient.at(own.rootUri(0).resolve("health"))
            .get("/ready")
            .expect(200)
            .json()
            .path("checks");
    for (JsonNode check : checks) {
      if (check.path("name").asText().equals("messaging")) {
        return check.path("status").asText();
      }
    }
    throw new AssertionError(checks);
  }
}
