package io.restante.test.queue;

import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Reply;
import io.restante.test.queue.RestQueue.Given;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Producers and consumers of a queue on two nodes, without a pause, until everything is done. Each
 * has a node of its own, and asks the other one while that does not serve. What is asked of the
 * first node, the survivor, is timed. In strict order each producer sends messages of a few keys in
 * turn, and each consumer looks whether the one before is done.
 */
final class QueueLoad {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** How many ordering keys a producer has. */
  private static final int KEYS = 3;

  private final RestQueue survivor;
  private final RestQueue mortal;
  private final boolean inOrder;
  private final Latencies latencies = new Latencies();
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final Set<String> toldTwice = ConcurrentHashMap.newKeySet();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> tooEarly = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean producing = new AtomicBoolean(true);
  private final AtomicLong open = new AtomicLong();

  private QueueLoad(RestQueue survivor, RestQueue mortal, boolean inOrder) {
    this.survivor = survivor;
    this.mortal = mortal;
    this.inOrder = inOrder;
  }

  /** Of competing consumers. */
  static QueueLoad competing(RestQueue survivor, RestQueue mortal) {
    return new QueueLoad(survivor, mortal, false);
  }

  /** Of a queue in strict order. */
  static QueueLoad inOrder(RestQueue survivor, RestQueue mortal) {
    return new QueueLoad(survivor, mortal, true);
  }

  /** Starts so many producers and as many consumers at each of the nodes. */
  List<CompletableFuture<Void>> start(int pairs, Executor threads) {
    List<CompletableFuture<Void>> works = new ArrayList<>();
    for (int pair = 0; pair < pairs; pair++) {
      for (List<RestQueue> nodes : List.of(List.of(survivor, mortal), List.of(mortal, survivor))) {
        String prefix = "p" + works.size() + "-";
        works.add(CompletableFuture.runAsync(() -> produce(nodes, prefix), threads));
        works.add(CompletableFuture.runAsync(() -> consume(nodes), threads));
      }
    }
    return works;
  }

  /** Messages that were answered to be stored, and that no consumer has got acknowledged. */
  Set<String> lost() {
    Set<String> lost = new HashSet<>(sent);
    lost.removeAll(acknowledged);
    return lost;
  }

  /** Messages of which a consumer was told, or found out later, that they are acknowledged. */
  Set<String> acknowledged() {
    return acknowledged;
  }

  /** Messages of which two consumers were told so. */
  Set<String> acknowledgedTwice() {
    return toldTwice;
  }

  /** Messages that were handed out before the one before them, of their key, was acknowledged. */
  Set<String> tooEarly() {
    return tooEarly;
  }

  void awaitAcknowledged(int number) {
    await().atMost(LIMIT).until(() -> acknowledged.size() >= number);
  }

  void stopProducing() {
    producing.set(false);
  }

  /** How long what the survivor was asked took before a moment, for a while after it, and later. */
  String survivorAround(long moment, Duration after) {
    long end = moment + after.toNanos();
    return String.join(
        "; ",
        latencies.between("before", moment - after.toNanos(), moment),
        latencies.between(after.toSeconds() + " s after", moment, end),
        latencies.between("later", end, System.nanoTime()));
  }

  /** Sends until it is stopped; a message whose answer was lost is sent again, with its id. */
  private void produce(List<RestQueue> nodes, String prefix) {
    for (int i = 0; producing.get(); i++) {
      String id = prefix + i;
      Map<String, String> key = inOrder ? Map.of("orderingKey", prefix + i % KEYS) : Map.of();
      open.incrementAndGet();
      while (!isSent(nodes, id, key)) {
        Thread.onSpinWait();
      }
      sent.add(id);
      open.decrementAndGet();
    }
  }

  private boolean isSent(List<RestQueue> nodes, String id, Map<String, String> key) {
    return ask(nodes, "enqueue", node -> node.enqueue(id, key), reply -> reply.status() == 201)
        .filter(reply -> reply.status() == 201 || reply.status() == 409)
        .isPresent();
  }

  /** Receives and acknowledges until all that was sent is acknowledged. */
  private void consume(List<RestQueue> nodes) {
    Map<String, Integer> request = Map.of("maxMessages", 5, "leaseSeconds", 5, "waitSeconds", 1);
    while (producing.get() || open.get() > 0 || !acknowledged.containsAll(sent)) {
      // What waits for a message says nothing of the server.
      ask(nodes, "receive", node -> node.receive(request), reply -> !given(reply).isEmpty())
          .ifPresent(reply -> given(reply).forEach(given -> handle(nodes, given)));
    }
  }

  private void handle(List<RestQueue> nodes, Given given) {
    if (inOrder) {
      String id = given.messageId();
      String prefix = id.substring(0, id.indexOf('-') + 1);
      int before = Integer.parseInt(id.substring(prefix.length())) - KEYS;
      if (before >= 0 && !survivor.state(prefix + before).equals("ACKED")) {
        tooEarly.add(id);
      }
    }
    acknowledge(nodes, given);
  }

  /** An acknowledgement whose answer was lost has happened, or is found not to have. */
  private void acknowledge(List<RestQueue> nodes, Given given) {
    boolean done =
        ask(nodes, "ack", node -> node.settle("ack", given), QueueLoad::isAcknowledged)
            .filter(QueueLoad::isAcknowledged)
            .isPresent();
    if (done && !told.add(given.messageId())) {
      toldTwice.add(given.messageId());
    }
    if (done || survivor.state(given.messageId()).equals("ACKED")) {
      acknowledged.add(given.messageId());
    }
  }

  private static List<Given> given(Reply reply) {
    return reply.status() == 200 ? RestQueue.deliveries(reply) : List.of();
  }

  private static boolean isAcknowledged(Reply reply) {
    return reply.status() == 200 && RestQueue.results(reply).equals(List.of("ACKED"));
  }

  /** Asks the nodes in turn until one serves; what the survivor answers as wanted is timed. */
  private Optional<Reply> ask(
      List<RestQueue> nodes,
      String what,
      Function<RestQueue, Reply> request,
      Predicate<Reply> wanted) {
    for (RestQueue node : nodes) {
      try {
        long begin = System.nanoTime();
        Reply reply = request.apply(node);
        if (node == survivor && wanted.test(reply)) {
          latencies.add(what, begin, System.nanoTime());
        }
        if (serves(reply)) {
          return Optional.of(reply);
        }
      } catch (UncheckedIOException nodeIsGone) {
        // The next one is asked.
      }
    }
    return Optional.empty();
  }

  /** One that starts has no application yet, or one that takes nothing yet. */
  private static boolean serves(Reply reply) {
    return reply.status() < 500
        && reply.header("Content-Type").filter(type -> type.contains("json")).isPresent();
  }
}
