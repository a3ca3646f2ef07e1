package io.restante.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Queues: what Restante does over REST beside the plain program, ElasticMQ and Artemis, each
 * scenario for all of them before the next.
 *
 * <p>Everybody uses one queue, the worst case for Restante, whose counters of a queue are one row.
 * What {@code enqueue} stores lies there for {@code receiveAck} to take; in {@code life} each
 * client stores, takes and acknowledges one message after the other, so that the queue stays short.
 */
final class QueueBench {
  private static final String STOCK = "stock";
  private static final String LIFE = "life";
  private static final String PAGES = "pages";
  private static final String MANY = "many-";
  private static final int QUEUES = 16;
  private static final int KEYS = 10_000;
  private static final int BATCHERS = 8;
  private static final int GROWTH_ROUNDS = 3;

  private final BenchForm form;
  private final RestQueues rest;
  private final QueuePeers peers;
  private final Figures figures;
  private final Costs costs;

  QueueBench(BenchForm form, RestQueues rest, QueuePeers peers, Costs costs, Figures figures) {
    this.form = form;
    this.rest = rest;
    this.peers = peers;
    this.costs = costs;
    this.figures = figures;
  }

  void run() {
    peers.awaitReady();
    makeQueues();
    warmUp();
    if (form.isForProfiler()) {
      forProfiler();
      return;
    }
    for (int round = 0; round < form.rounds(); round++) {
      enqueue(round);
      receiveAck(round);
      life();
      pages();
      manyQueues();
    }
    for (String scenario : List.of("enqueue", "receiveAck", "life")) {
      peers.byName().keySet().forEach(peer -> ratio(scenario, peer));
    }
    growth();
  }

  /** Such as {@code queue.life.vsElasticmq}. */
  private void ratio(String scenario, String peer) {
    String figure = "queue." + scenario;
    figures.ratio(
        figure + ".vs" + Character.toUpperCase(peer.charAt(0)) + peer.substring(1),
        figure + ".restante",
        figure + "." + peer);
  }

  private void makeQueues() {
    rest.make(STOCK);
    rest.make(LIFE);
    rest.make(PAGES);
    rest.make(JdbcQueues.nameOf(STOCK));
    rest.make(JdbcQueues.nameOf(LIFE));
    for (int i = 0; i < QUEUES; i++) {
      rest.make(MANY + i);
    }
  }

  /** Most of it for Restante, whose compiler has most to do. */
  private void warmUp() {
    Duration each = form.warmUp().dividedBy(16);
    load(each.multipliedBy(3), i -> QueueClient.enqueuer(rest.open(STOCK)));
    load(each.multipliedBy(3), i -> QueueClient.consumer(rest.open(STOCK), 1));
    load(each.multipliedBy(3), i -> QueueClient.life(rest.open(LIFE)));
    load(each, i -> QueueClient.enqueuer(rest.open(PAGES)));
    load(each, i -> QueueClient.consumer(rest.open(PAGES), 10));
    for (QueuePeers.Peer peer : peers.byName().values()) {
      load(each, i -> QueueClient.life(peer.system().open(LIFE)));
    }
  }

  private void forProfiler() {
    if (form.isForReceiveProfiler()) {
      pile(form.stored()[0], () -> rest.batchEnqueuer(STOCK));
    }
    for (int round = 0; round < form.rounds(); round++) {
      if (form.isForReceiveProfiler()) {
        costs.measure(
            "queue.receiveAck", () -> load(i -> QueueClient.consumer(rest.open(STOCK), 1)));
      } else {
        costs.measure("queue.enqueue", () -> load(i -> QueueClient.enqueuer(rest.open(STOCK))));
      }
    }
  }

  private void enqueue(int round) {
    Load ours =
        costs.measure("queue.enqueue", () -> load(i -> QueueClient.enqueuer(rest.open(STOCK))));
    figures.note("queue.enqueue.restante ms, round " + round, ours.percentiles());
    each("queue.enqueue", system -> QueueClient.enqueuer(system.open(STOCK)));
  }

  private void receiveAck(int round) {
    Load ours =
        costs.measure(
            "queue.receiveAck", () -> load(i -> QueueClient.consumer(rest.open(STOCK), 1)));
    figures.note("queue.receiveAck.restante ms, round " + round, ours.percentiles());
    each("queue.receiveAck", system -> QueueClient.consumer(system.open(STOCK), 1));
  }

  private void life() {
    costs.measure("queue.life", () -> load(i -> QueueClient.life(rest.open(LIFE))));
    each("queue.life", system -> QueueClient.life(system.open(LIFE)));
  }

  /** The same for each peer, in turn, and what its server pays for a message. */
  private void each(String figure, Function<QueueSystem, Client> client) {
    peers
        .byName()
        .forEach(
            (name, peer) -> {
              Duration before = peer.cpu().get();
              Load load = load(i -> client.apply(peer.system()));
              Duration cpu = peer.cpu().get().minus(before);
              figures.add(figure + "." + name, load.perSecond());
              figures.add(
                  figure + "." + name + ".cpuMicros",
                  cpu.toNanos() / 1e3 / Math.max(1, load.messages()));
            });
  }

  /** Many messages with one request: no peer is compared with it. */
  private void pages() {
    for (int page : new int[] {10, 100}) {
      figures.add("queue.enqueue.batchesOf100", batches().perSecond());
      figures.add(
          "queue.receiveAck.pagesOf" + page,
          load(i -> QueueClient.consumer(rest.open(PAGES), page)).perSecond());
    }
  }

  private Load batches() {
    return Load.closed(BATCHERS, form.queueRound(), i -> rest.batchEnqueuer(PAGES));
  }

  /** As {@link #life}, in several queues at once. */
  private void manyQueues() {
    figures.add(
        "queue.life.queues" + QUEUES,
        load(i -> QueueClient.life(rest.open(MANY + i % QUEUES))).perSecond());
  }

  /** Each state in a queue of its own, all of them in turn. */
  private void growth() {
    Map<String, IntFunction<QueueSession>> states = new LinkedHashMap<>();
    for (int stored : form.stored()) {
      String queue = "stored" + stored;
      rest.make(queue);
      pile(stored, () -> rest.batchEnqueuer(queue));
      states.put(queue, i -> rest.open(queue));
    }
    int many = form.stored()[1];
    for (int blocked : new int[] {0, many}) {
      String queue = "blocked" + blocked;
      rest.makeStrict(queue);
      rest.block(queue);
      pile(blocked, () -> rest.blocker(queue));
      states.put(queue, i -> rest.openStrict(queue, KEYS, i));
    }
    String scheduled = "scheduled" + many;
    rest.make(scheduled);
    pile(many, () -> rest.scheduler(scheduled));
    states.put(scheduled, i -> rest.open(scheduled));
    for (int round = 0; round < Math.min(GROWTH_ROUNDS, form.rounds()); round++) {
      states.forEach(this::grown);
    }
  }

  /** Stores so many messages, as fast as it goes through REST. */
  private void pile(int messages, Supplier<Client> clients) {
    AtomicInteger left = new AtomicInteger(messages);
    Load.closed(
        BATCHERS,
        Duration.ofHours(1),
        i -> Client.whileTrue(() -> left.getAndAdd(-100) > 0, clients.get()));
  }

  private void grown(String state, IntFunction<QueueSession> sessions) {
    Load enqueued = load(i -> QueueClient.enqueuer(sessions.apply(i)));
    Load received = load(i -> QueueClient.consumer(sessions.apply(i), 1));
    String figure = "queue.growth." + state;
    figures.add(figure + ".enqueue", enqueued.perSecond());
    figures.addMillis(figure + ".enqueue", enqueued);
    figures.add(figure + ".receiveAck", received.perSecond());
    figures.addMillis(figure + ".receiveAck", received);
  }

  private Load load(IntFunction<Client> clients) {
    return load(form.queueRound(), clients);
  }

  private Load load(Duration time, IntFunction<Client> clients) {
    return Load.closed(form.connections(), time, clients);
  }
}
