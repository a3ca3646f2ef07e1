package io.restante.bench;

import io.restante.server.Distribution;
import io.restante.server.Ports;
import io.restante.server.WildFlyHome;
import io.restante.server.WildFlyServer;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * The broker as a peer: the Artemis of the same WildFly in a process of its own, over JMS and TCP.
 *
 * <p>Messages are persistent, one is sent at a time, and its send returns when the journal is on
 * the disk; so does the acknowledgement of each by itself. A consumer fetches a message when it
 * asks for one, and none ahead: what a lease is here, and what lets each of many consumers have
 * one.
 */
final class ArtemisQueues implements QueueSystem, AutoCloseable {
  private static final long RECEIVE_MILLIS = 500;
  private static final String OPTIONS =
      "?initialConnectAttempts=600&retryInterval=100&consumerWindowSize=0"
          + "&blockOnDurableSend=true&blockOnAcknowledge=true";

  private final WildFlyServer server;
  private final ConnectionFactory factory;

  /**
   * Starts the process; the first connection waits until it listens.
   *
   * @param judged whether it is to be as fast as it can; else its start is to be cheap
   */
  ArtemisQueues(Path directory, boolean judged) {
    int port = Ports.free();
    WildFlyServer.Builder builder =
        WildFlyServer.in(WildFlyHome.of(Distribution.current()), directory)
            .fresh()
            .node("artemis-peer")
            .configuredBy("artemis-peer")
            .property("bench.artemis.port", Integer.toString(port))
            .heap("1g");
    server = (judged ? builder : builder.shortLived()).build();
    factory = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port + OPTIONS);
    server.start();
  }

  /** Waits until its server has started. */
  void awaitReady() {
    server.awaitReady(URI.create("http://localhost:" + server.httpPort() + "/"));
  }

  /** Processor time so far. */
  Duration cpu() {
    return Servers.cpu(server.pid());
  }

  @Override
  public QueueSession open(String queue) {
    try {
      return new JmsSession(factory.createConnection(), "bench." + queue);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop();
  }

  private static final class JmsSession implements QueueSession {
    private final byte[] body = Texts.ascii(TEXT);
    private final Connection connection;
    private final Session session;
    private final Queue queue;
    private final MessageProducer producer;
    private MessageConsumer consumer;

    JmsSession(Connection connection, String queue) throws JMSException {
      this.connection = connection;
      session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      this.queue = session.createQueue(queue);
      producer = session.createProducer(this.queue);
      producer.setDeliveryMode(DeliveryMode.PERSISTENT);
      connection.start();
    }

    @Override
    public void enqueue() {
      try {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(body);
        producer.send(message);
      } catch (JMSException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public int receiveAndAck(int most) {
      if (most != 1) {
        throw new IllegalArgumentException("It takes one message at a time.");
      }
      try {
        if (consumer == null) {
          consumer = session.createConsumer(queue);
        }
        BytesMessage message = (BytesMessage) consumer.receive(RECEIVE_MILLIS);
        if (message == null) {
          return 0;
        }
        if (message.getBodyLength() != body.length) {
          throw new IllegalStateException("A body was cut.");
        }
        message.acknowledge();
        return 1;
      } catch (JMSException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (JMSException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
