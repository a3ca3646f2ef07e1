package io.restante.test.outbox;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.ServerRules;
import java.time.Duration;

/**
 * Stops the Artemis of a running WildFly and starts it again, which no management operation does:
 * on the thread of a timer, by Byteman.
 */
final class BrokerSwitch {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final String KNOW =
      """
      RULE know the broker
      CLASS org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl
      METHOD createSession
      AT ENTRY
      IF linked("broker") == null
      DO link("broker", $0)
      ENDRULE
      """;

  private static final String SWITCH =
      """
      RULE %1$s the broker
      CLASS io.restante.outbox.OutboxDispatcher
      METHOD publish()
      AT ENTRY
      IF linked("broker") != null AND NOT flagged("%1$s")
      DO flag("%1$s"); linked("broker").getClass().getMethod("%1$s", new Class[0]).invoke(linked("broker"), new Object[0])
      ENDRULE
      """;

  private final OwnServer own;
  private final ServerRules rules;

  BrokerSwitch(OwnServer own, ServerRules rules) {
    this.own = own;
    this.rules = rules;
  }

  void stop() {
    rules.add(KNOW);
    rules.add(SWITCH.formatted("stop"));
    awaitMessaging("DEGRADED");
  }

  void start() {
    rules.add(SWITCH.formatted("start"));
    awaitMessaging("UP");
    rules.removeAll();
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
