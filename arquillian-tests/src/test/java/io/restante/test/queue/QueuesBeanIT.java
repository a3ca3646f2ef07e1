package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.queue.Delivery;
import io.restante.queue.DeliverySettlement;
import io.restante.queue.MessageState;
import io.restante.queue.OutgoingMessage;
import io.restante.queue.QueueAddress;
import io.restante.queue.Queues;
import io.restante.queue.ReceiveRequest;
import io.restante.queue.Settlement;
import io.restante.test.harness.InsideServer;
import io.restante.test.mailbox.MailboxFixture;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Queues inside the transaction of an application on the same server. */
@ExtendWith(ArquillianExtension.class)
class QueuesBeanIT {
  private static final String RESOURCE = "queue-fixture.properties";
  private static final Duration LEASE = Duration.ofMinutes(5);

  private final Properties fixture = new Properties();

  @EJB(lookup = "java:global/restante/restante-ejb/QueuesBean!io.restante.queue.Queues")
  private Queues queues;

  @Resource private UserTransaction transaction;

  private QueueAddress queue;

  @Deployment
  static WebArchive deployment() {
    MailboxFixture domain = MailboxFixture.newDomain();
    RestQueue queue = RestQueue.in(domain, Map.of());
    String properties =
        String.join(
            "\n",
            "domain=" + domain.domain(),
            "queue=" + queue.name(),
            "producer=" + domain.principal(domain.grant("queue:enqueue", "queues/*")).id(),
            "consumer=" + domain.principal(domain.grant("queue:consume", "queues/*")).id());
    return InsideServer.archive(QueuesBeanIT.class)
        .addAsResource(new StringAsset(properties), RESOURCE);
  }

  @BeforeEach
  void load() throws IOException {
    try (InputStream stream = getClass().getClassLoader().getResourceAsStream(RESOURCE)) {
      fixture.load(stream);
    }
    queue = new QueueAddress(fixture.getProperty("domain"), fixture.getProperty("queue"));
  }

  @AfterEach
  void endTransactionAndEmptyTheQueue() throws Exception {
    if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
      transaction.rollback();
    }
    for (Delivery left : receive(100)) {
      ack(left);
    }
  }

  @Test
  void messageThatIsRolledBackWasNeverSent() throws Exception {
    String id = id();
    transaction.begin();
    assertThat(enqueue(id)).isEqualTo(MessageState.READY);
    transaction.rollback();

    assertThat(receive(10)).isEmpty();
    enqueue(id);
    assertThat(receive(10)).extracting(Delivery::messageId).containsExactly(id);
  }

  @Test
  void leaseThatIsRolledBackWasNeverGiven() throws Exception {
    String id = enqueued();
    transaction.begin();
    Delivery lost = receive(1).get(0);
    assertThat(lost.attempt()).isEqualTo(1);
    transaction.rollback();

    Delivery again = receive(1).get(0);
    assertThat(again.messageId()).isEqualTo(id);
    assertThat(again.attempt()).isEqualTo(1);
  }

  @Test
  void workAndItsAcknowledgementAreOneTransaction() throws Exception {
    enqueued();
    Delivery question = receive(1).get(0);
    String answer = id();
    transaction.begin();
    enqueue(answer);
    assertThat(ack(question)).isEqualTo(MessageState.ACKED);
    transaction.rollback();
    assertThat(receive(10)).isEmpty();

    transaction.begin();
    enqueue(answer);
    assertThat(ack(question)).isEqualTo(MessageState.ACKED);
    transaction.commit();

    assertThat(receive(10)).extracting(Delivery::messageId).containsExactly(answer);
    assertRefused(ErrorCode.STALE_LEASE, () -> ack(question));
  }

  @Test
  void payloadComesBackAsItWasSent() {
    String payload = "{\"b\":[1.50,null,\"\\u00e9\"],\"a\":12345678901234567890}";
    queues.enqueue(
        producer(),
        new OutgoingMessage(queue, id(), payload, Map.of("h1", "v 1"), null, null, null));

    Delivery delivery = receive(1).get(0);

    assertThat(delivery.payload()).isEqualTo(payload);
    assertThat(delivery.headers()).isEqualTo(Map.of("h1", "v 1"));
  }

  @Test
  void badInputAndForeignCallersAreRefused() {
    assertThatThrownBy(
            () ->
                queues.enqueue(
                    producer(),
                    new OutgoingMessage(queue, id(), "{not json", null, null, null, null)))
        .isInstanceOf(ValidationFailedException.class);
    assertRefused(
        ErrorCode.FORBIDDEN,
        () ->
            queues.enqueue(
                consumer(), new OutgoingMessage(queue, id(), "1", null, null, null, null)));
    assertRefused(
        ErrorCode.FORBIDDEN,
        () -> queues.receive(producer(), queue, new ReceiveRequest(null, 1, 1, LEASE)));
    String taken = enqueued();
    assertRefused(ErrorCode.CONFLICT, () -> enqueue(taken));
  }

  @Test
  void receiveWithARequestIdIsRepeatable() {
    String id = enqueued();
    ReceiveRequest request = new ReceiveRequest(id(), 1, 1 << 20, LEASE);
    Delivery first = queues.receive(consumer(), queue, request).get(0);

    Delivery again = queues.receive(consumer(), queue, request).get(0);

    assertThat(again.messageId()).isEqualTo(id);
    assertThat(again.fence()).isEqualTo(first.fence());
    assertThat(again.attempt()).isEqualTo(1);
    assertThat(ack(again)).isEqualTo(MessageState.ACKED);
    assertRefused(ErrorCode.STALE_LEASE, () -> queues.receive(consumer(), queue, request));
    assertRefused(
        ErrorCode.CONFLICT,
        () ->
            queues.receive(
                consumer(), queue, new ReceiveRequest(request.requestId(), 2, 1 << 20, LEASE)));
  }

  private static void assertRefused(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            RestanteException.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }

  private String enqueued() {
    String id = id();
    enqueue(id);
    return id;
  }

  private MessageState enqueue(String id) {
    return queues
        .enqueue(
            producer(), new OutgoingMessage(queue, id, "{\"n\":1}", Map.of(), null, null, null))
        .state();
  }

  private List<Delivery> receive(int most) {
    return queues.receive(consumer(), queue, new ReceiveRequest(null, most, 1 << 20, LEASE));
  }

  private MessageState ack(Delivery delivery) {
    return queues.settle(
        consumer(), queue, Settlement.ACK, new DeliverySettlement(delivery.token(), null, null));
  }

  private static String id() {
    return "m-" + UUID.randomUUID();
  }

  private Caller producer() {
    return new Caller(fixture.getProperty("producer"));
  }

  private Caller consumer() {
    return new Caller(fixture.getProperty("consumer"));
  }
}
