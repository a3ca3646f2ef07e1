package io.restante.test.outbox;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code 70-messaging.cli} set up is what the running Artemis goes by. */
class MessagingScriptIT {

  private static final String[] BROKER = {"subsystem", "messaging-activemq", "server", "default"};

  @Test
  void failingConsumersAreTriedAgainLaterAndNotForEver() {
    ModelNode settings = resolved("jms.queue.restante.ack");

    assertThat(settings.get("max-delivery-attempts").asInt()).isEqualTo(5);
    assertThat(settings.get("redelivery-delay").asLong()).isEqualTo(1_000);
    assertThat(settings.get("redelivery-multiplier").asDouble()).isEqualTo(2);
    assertThat(settings.get("max-redelivery-delay").asLong()).isEqualTo(60_000);
    assertThat(settings.get("dead-letter-address").asString()).isEqualTo("jms.queue.restante.dlq");
    assertThat(settings.get("expiry-address").asString()).isEqualTo("jms.queue.restante.expiry");
    assertThat(settings.get("address-full-policy").asString()).isEqualTo("PAGE");
  }

  @Test
  void wakesAreDroppedRatherThanKept() {
    ModelNode settings = resolved("jms.topic.restante.wakes");

    assertThat(settings.get("address-full-policy").asString()).isEqualTo("DROP");
    assertThat(settings.get("max-delivery-attempts").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "restante.ack",
        "restante.wake",
        "restante.redrive",
        "restante.dlq",
        "restante.expiry",
        "restante.dlq.ack",
        "restante.dlq.wake",
        "restante.dlq.inbox",
        "restante.dlq.queue"
      })
  void queueIsDurableUnderItsAddress(String name) {
    BrokerQueue queue = new BrokerQueue(name);

    assertThat(queue.read("durable").asBoolean()).isTrue();
    assertThat(queue.read("queue-address").asString()).isEqualTo("jms.queue." + name);
  }

  @Test
  void topicIsThere() {
    assertThat(
            TestServer.management()
                .exists(
                    "subsystem",
                    "messaging-activemq",
                    "server",
                    "default",
                    "jms-topic",
                    "restante.wakes"))
        .isTrue();
  }

  /** What holds for an address, whichever settings it comes from. */
  private static ModelNode resolved(String address) {
    ModelNode resolve = operation("resolve-address-setting", BROKER);
    resolve.get("activemq-address").set(address);
    return TestServer.management().execute(resolve);
  }
}
