package io.restante.test.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.inbox.Inbox;
import io.restante.inbox.InboxRecord;
import io.restante.inbox.InboxScope;
import io.restante.inbox.MessageId;
import io.restante.test.harness.TestServer;
import io.restante.test.shop.Bookings;
import io.restante.test.shop.ShopArchive;
import io.restante.test.shop.Trouble;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Message-driven beans of the shop, with the guard and without. */
@ExtendWith(ArquillianExtension.class)
class InboxGuardIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final InboxScope ORDERS = InboxScope.of("orders");

  private final String order = "order-" + UUID.randomUUID();

  @EJB(lookup = Inbox.JNDI_NAME)
  private Inbox inbox;

  @EJB private Bookings bookings;
  @EJB private Trouble trouble;

  @Resource(lookup = "java:/ConnectionFactory")
  private ConnectionFactory factory;

  @Resource(lookup = "java:global/shop/orders")
  private Queue orders;

  @Resource(lookup = "java:global/shop/unguarded")
  private Queue unguarded;

  @Resource(lookup = "java:/jms/queue/restante.dlq.inbox")
  private Queue references;

  @Resource(lookup = "java:/jms/queue/restante.redrive")
  private Queue redrive;

  @Deployment
  static WebArchive deployment() {
    ShopArchive.prepare(TestServer.management());
    return ShopArchive.with(InboxGuardIT.class, ServerFigures.class);
  }

  @Test
  void guardedBeanBooksAnOrderOnceHoweverOftenItComes() {
    send(orders, order, "");
    awaitCompleted(order);
    send(orders, order, "");
    send(orders, order, "");

    awaitEmpty();
    assertThat(bookings.count(order)).isEqualTo(1);
    assertThat(trouble.runs(order)).isEqualTo(1);
    assertThat(found(order).orElseThrow().attempts()).isZero();
  }

  @Test
  void unguardedBeanBooksItAgain() {
    send(unguarded, order, "");
    send(unguarded, order, "");

    Awaitility.await().atMost(LIMIT).until(() -> bookings.count(order) == 2);
  }

  @Test
  void duplicateOfASlowDeliveryWaitsAtTheBrokerAndIsDropped() {
    trouble.close(order);
    send(orders, order, "");
    Awaitility.await().atMost(LIMIT).until(() -> trouble.runs(order) == 1);
    send(orders, order, "");
    String neighbour = "neighbour-" + order;
    send(orders, neighbour, "");
    awaitCompleted(neighbour);
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> ServerFigures.count(ServerFigures.ORDERS, "scheduledCount") == 1);
    assertThat(trouble.runs(order)).isEqualTo(1);

    trouble.open(order);
    awaitEmpty();
    assertThat(bookings.count(order)).isEqualTo(1);
    assertThat(trouble.runs(order)).isEqualTo(1);
    assertThat(found(order).orElseThrow().attempts()).isZero();
  }

  @Test
  void failedDeliveryIsRecordedAndComesAgain() {
    send(orders, order, "once");
    awaitCompleted(order);

    InboxRecord record = found(order).orElseThrow();
    assertThat(record.attempts()).isEqualTo(1);
    assertThat(record.lastError()).endsWith("OrderRefusedException: refused this once");
    assertThat(trouble.runs(order)).isEqualTo(2);
    assertThat(bookings.count(order)).isEqualTo(1);
  }

  @Test
  void poisonRunsAsOftenAsAllowedAndHarmsNoNeighbour() {
    String neighbour = "neighbour-" + order;
    send(orders, order, "always");
    send(orders, neighbour, "");
    awaitEmpty();

    InboxRecord dead = found(order).orElseThrow();
    assertThat(dead.deadAt()).isNotNull();
    assertThat(dead.attempts()).isEqualTo(5);
    assertThat(dead.lastError()).contains("OrderRefusedException: refused xxx").endsWith(" [cut]");
    assertThat(trouble.runs(order)).isEqualTo(5);
    assertThat(bookings.count(order)).isZero();
    assertThat(found(neighbour).orElseThrow().attempts()).isZero();
    assertThat(bookings.count(neighbour)).isEqualTo(1);

    send(orders, order, "always");
    awaitEmpty();
    assertThat(trouble.runs(order)).isEqualTo(5);
  }

  @Test
  void referenceOfADeadMessageOpensItAgainOnceAndNoLater() throws JMSException {
    send(orders, order, "always");
    Message reference = takeReference();
    awaitEmpty();
    assertThat(reference.getStringProperty("domain")).isEqualTo("main");
    assertThat(reference.getStringProperty("resource")).isEqualTo("inbox/orders");
    assertThat(reference.getStringProperty("generation")).isEqualTo("0");
    assertThat(reference.getStringProperty("attempts")).isEqualTo("5");
    assertThat(found(order).orElseThrow().deadAt()).isNotNull();

    move(reference);
    Awaitility.await().atMost(LIMIT).until(() -> found(order).orElseThrow().deadAt() == null);
    assertThat(found(order).orElseThrow().attempts()).isZero();

    send(orders, order, "always");
    assertThat(takeReference().getStringProperty("generation")).isEqualTo("1");
    awaitEmpty();
    InboxRecord dead = found(order).orElseThrow();
    move(reference);
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> ServerFigures.count(ServerFigures.REDRIVE, "messageCount") == 0);
    assertThat(found(order)).contains(dead);
    assertThat(trouble.runs(order)).isEqualTo(10);
  }

  /** Takes the order's reference from where administrators see it; it holds no content. */
  private Message takeReference() {
    try (JMSContext context = factory.createContext();
        JMSConsumer consumer = context.createConsumer(references, "messageId = '" + order + "'")) {
      Message reference = consumer.receive(LIMIT.toMillis());
      assertThat(reference).as("a reference").isNotNull();
      return reference;
    }
  }

  /** As the console's "move" does. */
  private void move(Message reference) {
    try (JMSContext context = factory.createContext()) {
      context.createProducer().send(redrive, reference);
    }
  }

  /** Nothing waits at the broker, not even for its next delivery. */
  private static void awaitEmpty() {
    Awaitility.await()
        .during(Trouble.REDELIVERY)
        .atMost(LIMIT)
        .until(() -> ServerFigures.count(ServerFigures.ORDERS, "messageCount") == 0);
  }

  private void awaitCompleted(String wanted) {
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> found(wanted).filter(record -> record.completedAt() != null).isPresent());
  }

  private Optional<InboxRecord> found(String wanted) {
    return inbox.find(ORDERS, new MessageId(wanted));
  }

  private void send(Queue queue, String wanted, String kind) {
    try (JMSContext context = factory.createContext()) {
      Message message = context.createMessage();
      message.setStringProperty("orderId", wanted);
      message.setStringProperty("trouble", kind);
      context.createProducer().send(queue, message);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
