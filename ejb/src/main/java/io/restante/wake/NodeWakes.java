package io.restante.wake;

import io.restante.mailbox.GrowthListener;
import io.restante.outbox.Broker;
import io.restante.queue.QueueGrowthListener;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Tells the other nodes which mailboxes got mail, and which queues something to hand out, over a
 * topic of the broker, for those who wait there. A commit adds to a set and is gone; a moment later
 * one message carries all that is in it, not persistent. Whatever goes wrong with that is lost, and
 * who waits is woken by the comparison of each second.
 */
@ApplicationScoped
public class NodeWakes implements GrowthListener, QueueGrowthListener {
  static final String ORIGIN = "origin";

  /** What the ids of a message are of; older nodes send none, and mean mailboxes. */
  private static final String KIND = "kind";

  private static final String TOPIC = "restante.wakes";

  private static final Logger LOG = Logger.getLogger(NodeWakes.class);

  /** Gathers what a few batches of the pipeline change. */
  private static final long PAUSE_MILLIS = 20;

  private static final Duration LIFE = Duration.ofSeconds(5);
  private static final int MOST = 10_000;
  private static final int MOST_IN_MESSAGE = 1_000;

  @Resource private ManagedExecutorService executor;

  @Inject private Broker broker;

  private final String origin = UUID.randomUUID().toString();
  private final Map<Kind, Set<Long>> grown =
      Map.of(
          Kind.MAILBOX, ConcurrentHashMap.newKeySet(), Kind.QUEUE, ConcurrentHashMap.newKeySet());
  private final AtomicBoolean planned = new AtomicBoolean();

  /** Kept between messages; used by one thread after the other. */
  private JMSContext session;

  private boolean failing;

  /** What is waited for. */
  enum Kind {
    MAILBOX,
    QUEUE
  }

  @Override
  public void grown(Set<Long> mailboxIds) {
    add(Kind.MAILBOX, mailboxIds);
  }

  @Override
  public void queuesGrown(Set<Long> queueIds) {
    add(Kind.QUEUE, queueIds);
  }

  /** Whether this node sent the message. */
  boolean isOwn(Message message) throws JMSException {
    return origin.equals(message.getStringProperty(ORIGIN));
  }

  static Kind kind(Message message) throws JMSException {
    String kind = message.getStringProperty(KIND);
    return kind == null ? Kind.MAILBOX : Kind.valueOf(kind);
  }

  /** The mailboxes or queues that a message names. */
  static List<Long> ids(Message message) throws JMSException {
    StreamMessage stream = (StreamMessage) message;
    int count = Math.min(MOST_IN_MESSAGE, stream.readInt());
    List<Long> ids = new ArrayList<>();
    while (ids.size() < count) {
      ids.add(stream.readLong());
    }
    return ids;
  }

  private void add(Kind kind, Set<Long> ids) {
    Set<Long> waiting = grown.get(kind);
    if (waiting.size() < MOST) {
      waiting.addAll(ids);
    }
    if (planned.compareAndSet(false, true)) {
      plan();
    }
  }

  private void plan() {
    CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS, executor)
        .execute(this::tell);
  }

  /** One at a time: the next is planned by who finds that this one is over. */
  private synchronized void tell() {
    try {
      for (Kind kind : Kind.values()) {
        List<Long> ids = take(grown.get(kind));
        if (!ids.isEmpty()) {
          send(kind, ids);
        }
      }
      told();
    } catch (JMSRuntimeException | JMSException e) {
      grown.values().forEach(Set::clear);
      close();
      failed(e);
    } finally {
      planned.set(false);
    }
    if (!grown.values().stream().allMatch(Set::isEmpty) && planned.compareAndSet(false, true)) {
      plan();
    }
  }

  private static List<Long> take(Set<Long> grown) {
    List<Long> ids = new ArrayList<>();
    Iterator<Long> waiting = grown.iterator();
    while (ids.size() < MOST_IN_MESSAGE && waiting.hasNext()) {
      ids.add(waiting.next());
      waiting.remove();
    }
    return ids;
  }

  private void send(Kind kind, List<Long> ids) throws JMSException {
    if (session == null) {
      session = broker.connect(JMSContext.AUTO_ACKNOWLEDGE);
    }
    StreamMessage message = session.createStreamMessage();
    message.setStringProperty(ORIGIN, origin);
    message.setStringProperty(KIND, kind.name());
    message.writeInt(ids.size());
    for (long id : ids) {
      message.writeLong(id);
    }
    session
        .createProducer()
        .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
        .setTimeToLive(LIFE.toMillis())
        .setDisableMessageID(true)
        .send(session.createTopic(TOPIC), message);
  }

  @PreDestroy
  synchronized void close() {
    JMSContext open = session;
    session = null;
    if (open != null) {
      try {
        open.close();
      } catch (JMSRuntimeException broken) {
        LOG.debug("The broker's session was broken.");
      }
    }
  }

  private void failed(Exception failure) {
    if (!failing) {
      LOG.warnf(
          "Other nodes cannot be told of new mail (%s); who waits there finds it within a"
              + " second.",
          failure.getClass().getName());
    }
    failing = true;
  }

  private void told() {
    if (failing) {
      LOG.info("Other nodes are told of new mail again.");
    }
    failing = false;
  }
}
