package io.restante.test.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.OwnServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Senders, receivers and an administrator at work on one server, whatever is done to it: eight
 * senders and a receiver for each of three mailboxes. Remembers all that they were answered.
 */
final class Traffic implements AutoCloseable {

  private static final int MAILBOXES = 3;
  private static final int SENDERS = 8;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Observations observations = new Observations();
  private final PersistentCaller caller = new PersistentCaller(observations);
  private final MailboxFixture domain;
  private final Map<Receiver, List<Sender>> mailboxes = new LinkedHashMap<>();
  private final RestMailbox home;
  private final Registrar registrar;
  private final Map<Worker, AtomicLong> progress = new HashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopping;

  private Traffic(OwnServer server) {
    domain = MailboxFixture.newDomain(server.admin(0));
    registrar = new Registrar(domain, caller);
    home = domain.mailbox(Map.of("maxPendingCount", 1_000_000));
    for (int i = 0; i < MAILBOXES; i++) {
      RestMailbox mailbox =
          domain.mailbox(Map.of("maxPendingCount", 1_000_000, "acknowledgements", "FINALIZED"));
      List<Sender> senders = new ArrayList<>();
      for (int j = 0; j < SENDERS; j++) {
        senders.add(new Sender(sender(), mailbox, home.name(), j % 2 == 0, caller));
      }
      mailboxes.put(new Receiver(mailbox.as(domain.receiver()), caller), senders);
    }
  }

  private TestPrincipal sender() {
    return domain.principal(
        domain.grant("mailbox:submit", "mailboxes/*"),
        domain.grant("mailbox:receive", "mailboxes/" + home.name()));
  }

  /** Makes mailboxes and principals, and sets all to work. */
  static Traffic on(OwnServer server) {
    Traffic traffic = new Traffic(server);
    traffic.begin(traffic.registrar);
    traffic.mailboxes.forEach(
        (receiver, senders) -> {
          traffic.begin(receiver);
          senders.forEach(traffic::begin);
        });
    return traffic;
  }

  Observations observations() {
    return observations;
  }

  /** Waits until each of them has got some more decisions. */
  void awaitProgress() {
    Map<Worker, Long> before = new HashMap<>();
    progress.forEach((worker, steps) -> before.put(worker, steps.get()));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !observations.violations().isEmpty()
                    || before.entrySet().stream()
                        .allMatch(then -> progress.get(then.getKey()).get() > then.getValue() + 2));
    assertNoViolation();
  }

  /** Waits until some requests are refused because there is no database. */
  void awaitRefusals() {
    long before = observations.refusals();
    await()
        .atMost(PATIENCE)
        .until(() -> !observations.violations().isEmpty() || observations.refusals() > before + 10);
    assertNoViolation();
  }

  /** Lets each finish what it is about, and the receivers read to the end. */
  void finish() {
    stopping = true;
    for (Thread thread : threads) {
      await().atMost(PATIENCE).until(() -> !thread.isAlive());
    }
    assertNoViolation();
    for (Receiver receiver : mailboxes.keySet()) {
      do {
        receiver.step();
      } while (!receiver.isAtEnd());
    }
    assertNoViolation();
  }

  /** Everything that was answered is stored, once, in order, and nothing else is. */
  void assertNothingLost(OwnServer server) throws SQLException {
    try (Connection connection = server.openDatabase()) {
      for (Map.Entry<Receiver, List<Sender>> entry : mailboxes.entrySet()) {
        StoredMailbox stored =
            StoredMailbox.read(connection, domain.domain(), entry.getKey().mailboxName());
        assertNothingLost(stored.assertSound(), entry.getKey(), entry.getValue());
      }
    }
    assertEachFinalizationIsAcknowledgedOnce();
    registrar.assertEverythingIsThere();
    mailboxes.values().forEach(all -> all.forEach(sender -> sender.assertAnswersAreReplayed(20)));
  }

  private void assertEachFinalizationIsAcknowledgedOnce() {
    List<StoredMailbox.Identity> expected = new ArrayList<>();
    mailboxes.forEach(
        (receiver, senders) ->
            receiver
                .finalized()
                .keySet()
                .forEach(identity -> expected.add(acknowledgementOf(identity, senders))));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> assertThat(acknowledgements()).containsExactlyInAnyOrderElementsOf(expected));
  }

  private static StoredMailbox.Identity acknowledgementOf(
      StoredMailbox.Identity envelope, List<Sender> senders) {
    Sender sender =
        senders.stream().filter(s -> s.id().equals(envelope.sender())).findFirst().orElseThrow();
    return sender.acknowledgementOf(envelope.messageId());
  }

  private List<StoredMailbox.Identity> acknowledgements() {
    return home.pullAll(100).stream()
        .map(
            envelope ->
                new StoredMailbox.Identity(
                    envelope.path("sender").asText(), envelope.path("messageId").asText()))
        .toList();
  }

  /** Ends the work, also after a failure. */
  @Override
  public void close() {
    stopping = true;
  }

  private static void assertNothingLost(
      StoredMailbox stored, Receiver receiver, List<Sender> senders) {
    Map<StoredMailbox.Identity, StoredMailbox.State> expected = new HashMap<>();
    for (Sender sender : senders) {
      assertThat(stored.idsOf(sender.id())).as("order").isEqualTo(sender.sentIds());
      sender
          .sentIds()
          .forEach(
              id ->
                  expected.put(
                      new StoredMailbox.Identity(sender.id(), id), StoredMailbox.State.PENDING));
    }
    expected.putAll(receiver.finalized());
    assertThat(stored.states()).isEqualTo(expected);
    assertThat(receiver.seen())
        .as("what one chain of cursors saw")
        .isEqualTo(stored.rows().stream().map(StoredMailbox.Row::identity).toList());
    assertThat(stored.rows())
        .allMatch(row -> row.digest().equals(Bodies.digestOf(row.identity().messageId())));
  }

  private void assertNoViolation() {
    assertThat(observations.violations()).as("%s", observations.counts()).isEmpty();
  }

  private void begin(Worker worker) {
    AtomicLong steps = new AtomicLong();
    progress.put(worker, steps);
    Thread thread = new Thread(() -> work(worker, steps), worker.getClass().getSimpleName());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void work(Worker worker, AtomicLong steps) {
    try {
      while (!stopping) {
        worker.step();
        steps.incrementAndGet();
      }
    } catch (RuntimeException | AssertionError e) {
      observations.violation(worker.getClass().getSimpleName() + ": " + e);
    }
  }
}
