package io.restante.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Runs everything once and writes the figures. What is here is about mailboxes. */
public final class Bench {
  private static final int WAKES = 100_000;

  private final BenchForm form;
  private final RestSystem rest;
  private final JdbcSystem jdbc;
  private final ElasticMqSystem elasticMq;
  private final Figures figures;
  private final Costs costs;

  private Bench(BenchForm form, Servers servers, ElasticMqSystem elasticMq, Figures figures) {
    this.form = form;
    this.figures = figures;
    this.costs = new Costs(servers, figures);
    this.rest = servers.rest();
    this.jdbc = servers.jdbc();
    this.elasticMq = elasticMq;
  }

  public static void main(String[] arguments) throws IOException {
    BenchForm form = BenchForm.current();
    Path directory = Path.of(System.getProperty("bench.directory", "target"));
    Figures figures = new Figures();
    try (Servers servers = new Servers(directory.resolve("servers"));
        ElasticMqSystem elasticMq = ElasticMqSystem.in(directory.resolve("elasticmq"));
        QueuePeers queuePeers =
            form.hasQueues() ? new QueuePeers(directory, form, servers, elasticMq) : null) {
      if (form.hasMailboxes()) {
        new Bench(form, servers, elasticMq, figures).run();
      }
      if (form.hasQueues()) {
        new QueueBench(form, servers.queues(), queuePeers, new Costs(servers, figures), figures)
            .run();
      }
    }
    Report report = new Report(form, figures);
    System.out.println(report.table());
    report.writeJson(directory.resolve("results.json"));
    if (form.isForTheRecord()) {
      report.writeDocument(Path.of(System.getProperty("bench.document")));
    }
  }

  private void run() {
    if (form.isForWakes()) {
      wakes();
      return;
    }
    makeMailboxes();
    warmUp();
    if (form.isForProfiler()) {
      forProfiler();
      return;
    }
    for (int round = 0; round < form.rounds(); round++) {
      singleSubmits(round);
      otherWrites();
    }
    figures.ratio("submit.single.vsJdbc", "submit.single.restante", "submit.single.jdbc");
    figures.ratio(
        "submit.oneMailbox.vsJdbc", "submit.oneMailbox.restante", "submit.oneMailbox.jdbc");
    figures.ratio("submit.batch.vsJdbc", "submit.batch.restante", "submit.single.jdbc");
    figures.ratio("submit.single.vsElasticmq", "submit.single.restante", "submit.single.elasticmq");
    figures.ratio("life.vsJdbc", "life.restante", "life.jdbc");
    latencies();
    fairness();
    growth();
  }

  /**
   * Submits to mailboxes without callbacks, and then at least a hundred thousand to as many with
   * one: what a submit costs, and how many calls the receiver got.
   */
  private void wakes() {
    rest.makeMailboxes("quiet-", form.mailboxes());
    rest.makeMailboxes("wake-", form.mailboxes());
    try (WakeReceiver receiver = new WakeReceiver()) {
      rest.registerCallbacks("wake-", form.mailboxes(), receiver.url());
      submit("quiet-", form.mailboxes(), form.warmUp().dividedBy(2));
      submit("wake-", form.mailboxes(), form.warmUp().dividedBy(2));
      long before = receiver.awaitQuiet();
      costs.measure("submit.quiet", () -> submit("quiet-", form.mailboxes(), form.round()));
      double submits = 0;
      while (submits < WAKES) {
        Load load =
            costs.measure("submit.wakes", () -> submit("wake-", form.mailboxes(), form.round()));
        submits += load.messages();
      }
      long during = receiver.calls() - before;
      long calls = receiver.awaitQuiet() - before;
      figures.note(
          "wakes",
          "%,.0f submits to %,d mailboxes: %,d callbacks, %,d of them after the last submit"
              .formatted(submits, form.mailboxes(), calls, calls - during));
    }
  }

  private void forProfiler() {
    for (int round = 0; round < form.rounds(); round++) {
      if (form.isForBatchProfiler()) {
        batchSubmits();
      } else {
        singleSubmits(round);
      }
    }
  }

  private void makeMailboxes() {
    rest.makeMailboxes("rest-", form.mailboxes());
    rest.makeMailboxes("jdbc-", form.mailboxes());
    rest.makeMailboxes("one-rest-", 1);
    rest.makeMailboxes("one-jdbc-", 1);
    rest.makeMailboxes("flood-", 1);
    rest.makeMailboxes("life-rest-", form.connections());
    rest.makeMailboxes("life-jdbc-", form.connections());
  }

  private void warmUp() {
    Duration each = form.warmUp().dividedBy(5);
    submit("rest-", form.mailboxes(), each.multipliedBy(3));
    batch(each);
    Load.closed(form.connections(), each.dividedBy(2), i -> rest.life("life-rest-" + i));
    Load.closed(form.connections(), each.dividedBy(4), i -> elasticMq.sender());
    Load.closed(form.connections(), each.dividedBy(4), jdbcSubmitters("jdbc-", form.mailboxes()));
  }

  private void singleSubmits(int round) {
    Load single =
        costs.measure("submit.single", () -> submit("rest-", form.mailboxes(), form.round()));
    figures.note("submit.single.restante ms, round " + round, single.percentiles());
    figures.add(
        "submit.single.jdbc", closed(jdbcSubmitters("jdbc-", form.mailboxes())).perSecond());
  }

  private void batchSubmits() {
    costs.measure("submit.batch", () -> batch(form.round()));
  }

  private void otherWrites() {
    figures.add("submit.single.elasticmq", closed(i -> elasticMq.sender()).perSecond());
    figures.add("submit.oneMailbox.restante", submit("one-rest-", 1, form.round()).perSecond());
    figures.add("submit.oneMailbox.jdbc", closed(jdbcSubmitters("one-jdbc-", 1)).perSecond());
    batchSubmits();
    figures.add("life.restante", closed(i -> rest.life("life-rest-" + i)).perSecond());
    figures.add("life.jdbc", closed(i -> jdbc.life("life-jdbc-" + i)).perSecond());
  }

  private void latencies() {
    for (int offered : new int[] {500, 1_000}) {
      Load load =
          Load.paced(
              form.connections(),
              form.round(),
              offered,
              i -> rest.submitter("rest-", form.mailboxes(), i));
      figures.note(
          "submit at " + offered + "/s, ms",
          load.percentiles() + ", done %.0f/s, errors 0".formatted(load.perSecond()));
    }
  }

  /**
   * A trickle to many mailboxes, alone and beside a flood into one. Who shares the flood's worker
   * waits for the batch that runs and is in the next, as every request of the flood does: so the
   * trickle may be as late as the flood is, and not later.
   */
  private void fairness() {
    for (int round = 0; round < form.rounds(); round++) {
      figures.addMillis("fairness.alone", trickle());
      CompletableFuture<Load> flood =
          CompletableFuture.supplyAsync(() -> closed(i -> rest.submitter("flood-", 1, i)));
      figures.addMillis("fairness.besideFlood", trickle());
      figures.addMillis("fairness.floodItself", flood.join());
    }
  }

  /** From so many connections that none is still busy when its next submit is due. */
  private Load trickle() {
    return Load.paced(
        form.connections() / 2,
        form.round(),
        100,
        i -> rest.submitter("rest-", form.mailboxes(), i));
  }

  /** Each state in a mailbox of its own, which nothing was submitted to before. */
  private void growth() {
    for (int stored : form.stored()) {
      grown("envelope", stored, "%,d pending".formatted(stored));
    }
    int most = form.stored()[form.stored().length - 1];
    grown("tombstone", most, "%,d tombstones".formatted(most));
  }

  private void grown(String table, int rows, String state) {
    String prefix = "grown-" + table + "-" + rows + "-";
    rest.makeMailboxes(prefix, 1);
    jdbc.pile(table, prefix + "0", 0, rows);
    Load submits = submit(prefix, 1, form.round());
    Load pulls = Load.closed(4, form.round(), i -> rest.puller(prefix + "0"));
    figures.note(
        "growth with " + state,
        "submits %,.0f/s (ms: %s), pages of 100 %,.0f/s (ms: %s)"
            .formatted(
                submits.perSecond(),
                submits.percentiles(),
                pulls.perSecond(),
                pulls.percentiles()));
  }

  private Load submit(String prefix, int mailboxes, Duration time) {
    return Load.closed(form.connections(), time, i -> rest.submitter(prefix, mailboxes, i));
  }

  private Load batch(Duration time) {
    return Load.closed(
        Math.min(8, form.connections()),
        time,
        i -> rest.batchSubmitter("rest-", form.mailboxes(), i));
  }

  private Load closed(IntFunction<Client> clients) {
    return Load.closed(form.connections(), form.round(), clients);
  }

  private IntFunction<Client> jdbcSubmitters(String prefix, int mailboxes) {
    return i -> jdbc.submitter(prefix, mailboxes, i);
  }
}
