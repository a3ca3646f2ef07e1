package io.restante.test.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.queue.RestQueue;
import io.restante.test.request.Rows;
import io.restante.test.retention.Changes;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What waits for repair stays due, and yet takes the place of nothing else in a timer's round. */
class TimersBesideDriftIT {

  /** As many as a round begins with, so that none would be left for anything else. */
  private static final int QUEUES = 1_000;

  private static final int MAILBOXES = 1_000;
  private static final int ORDERS = 150;
  private static final int CHANGES = 100;

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String QUEUE =
      "(SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id"
          + " WHERE d.name = ? AND q.name = ?)";

  private static final String COPIED_QUEUES =
      "(SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id"
          + " WHERE d.name = ? AND q.name LIKE 'a-%')";

  private static final String MAILBOX =
      "(SELECT m.id FROM mailbox m JOIN domain d ON d.id = m.domain_id"
          + " WHERE d.name = ? AND m.name = ?)";

  private static final String COPIED_MAILBOXES =
      "(SELECT m.id FROM mailbox m JOIN domain d ON d.id = m.domain_id"
          + " WHERE d.name = ? AND m.name LIKE 'a-%')";

  private MailboxFixture domain;

  @BeforeEach
  void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @Test
  void ordersToRedriveThatAreRefused() {
    RestQueue drifted = RestQueue.in(domain, Map.of());
    Rows.change(
        "UPDATE queue_counter SET drifted_at = UTC_TIMESTAMP(3) WHERE queue_id = " + QUEUE,
        domain.domain(),
        drifted.name());
    Rows.change(
        "INSERT INTO queue_redrive (redrive_id, queue_id, principal_id, max_messages, last_parked,"
            + " done_parked, redriven, skipped, created_at, next_at)"
            + " SELECT UUID(), q.id, 'nobody', 10, 1, 0, 0, 0, UTC_TIMESTAMP(3),"
            + " UTC_TIMESTAMP(3) - INTERVAL 1 HOUR"
            + " FROM queue q JOIN domain d ON d.id = q.domain_id JOIN seq_1_to_"
            + ORDERS
            + " s WHERE d.name = ? AND q.name = ?",
        domain.domain(),
        drifted.name());
    RestQueue sound = RestQueue.in(domain, Map.of("maxAttempts", 1));
    sound.enqueue("m1").expect(201);
    sound.result("nack", sound.take());

    sound.caller().post(sound.path() + "/dead-letters/redrive", Map.of("max", 1)).expect(202);

    await().atMost(LIMIT).until(() -> sound.state("m1").equals("READY"));
    assertThat(unfinishedOrders(drifted)).isEqualTo(ORDERS);

    repair("queue", drifted.name());
    await().atMost(LIMIT).until(() -> unfinishedOrders(drifted) == 0);
  }

  @Test
  void queuesOfWhichMessagesAreDue() {
    RestQueue template = RestQueue.in(domain, Map.of());
    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    template.enqueue("m1", Map.of("notBefore", tomorrow.toString())).expect(201);
    copyQueue(template);
    try {
      RestQueue sound = RestQueue.in(domain, Map.of());
      Instant soon = Instant.now().plusMillis(500);
      sound.enqueue("m1", Map.of("notBefore", soon.toString())).expect(201);

      await().atMost(LIMIT).until(() -> sound.state("m1").equals("READY"));

      assertThat(
              Rows.count(
                  "SELECT COUNT(*) FROM queue_message WHERE due_at <= UTC_TIMESTAMP(3)"
                      + " AND state = 0 AND queue_id IN "
                      + COPIED_QUEUES,
                  domain.domain()))
          .isEqualTo(QUEUES);
    } finally {
      for (String table : new String[] {"queue_body", "queue_message", "queue_counter"}) {
        Rows.change(
            "DELETE FROM " + table + " WHERE queue_id IN " + COPIED_QUEUES, domain.domain());
      }
      deleteCopies("queue");
    }
  }

  @Test
  void mailboxesWhoseEnvelopesHaveExpired() {
    RestMailbox template = domain.mailbox();
    template.submit("m1").expect(201);
    copyMailbox(template);
    try {
      RestMailbox sound = domain.mailbox();
      sound.submit("m1").expect(201);
      expire(sound);

      Timers.trigger("EnvelopeExpirer");

      assertThat(Rows.envelopes(domain.domain(), sound.name())).isZero();
      assertThat(
              Rows.count(
                  "SELECT COUNT(*) FROM envelope WHERE mailbox_id IN " + COPIED_MAILBOXES,
                  domain.domain()))
          .isEqualTo(MAILBOXES);
    } finally {
      Rows.change("DELETE FROM envelope WHERE mailbox_id IN " + COPIED_MAILBOXES, domain.domain());
      deleteCopies("mailbox");
    }
  }

  @Test
  void mailboxWhoseCountersDoNotAllowItsExpiryIsMarked() {
    RestMailbox mailbox = domain.mailbox();
    mailbox.submit("m1").expect(201);
    Rows.change(
        "UPDATE mailbox SET pending_count = 0, pending_bytes = 0 WHERE id = " + MAILBOX,
        domain.domain(),
        mailbox.name());
    expire(mailbox);

    Timers.trigger("EnvelopeExpirer");

    assertThat(Rows.mailbox(domain.domain(), mailbox.name()).get("drifted_at")).isNotNull();
    repair("mailbox", mailbox.name());
    Timers.trigger("EnvelopeExpirer");
    assertThat(Rows.envelopes(domain.domain(), mailbox.name())).isZero();
  }

  @Test
  void retentionChangesThatCannotGoOn() {
    RestMailbox drifted = domain.mailbox();
    drifted.submit("m1").expect(201);
    Changes changes = new Changes(domain.admin());
    JsonNode template = changes.preview(domain.domain(), drifted.name(), 60);
    Rows.change(
        "UPDATE mailbox SET drifted_at = UTC_TIMESTAMP(3) WHERE id = " + MAILBOX,
        domain.domain(),
        drifted.name());
    copyApplied(template.path("id").asText());
    RestMailbox sound = domain.mailbox();
    sound.submit("m1").expect(201);
    JsonNode preview = changes.preview(domain.domain(), sound.name(), 60);

    changes.apply(preview).expect(202);

    await().atMost(LIMIT).until(() -> changes.get(preview).path("state").asText().equals("DONE"));
    assertThat(applying()).isEqualTo(CHANGES);

    repair("mailbox", drifted.name());
    await().atMost(LIMIT).until(() -> applying() == 0);
  }

  /** Queues that are found before any that is made later, each with a message that is due. */
  private void copyQueue(RestQueue template) {
    String columns = Rows.columns("queue", "id", "name");
    Rows.change(
        "INSERT INTO queue (name, %1$s) SELECT CONCAT('a-', s.seq), %1$s".formatted(columns)
            + " FROM queue JOIN seq_1_to_%d s WHERE id = ".formatted(QUEUES)
            + QUEUE,
        domain.domain(),
        template.name());
    for (String table : new String[] {"queue_counter", "queue_message", "queue_body"}) {
      copyChildren(table, "queue_id", "queue", COPIED_QUEUES, QUEUE, template.name());
    }
    Rows.change(
        "UPDATE queue_counter SET drifted_at = UTC_TIMESTAMP(3) WHERE queue_id IN " + COPIED_QUEUES,
        domain.domain());
    Rows.change(
        "UPDATE queue_message SET due_at = UTC_TIMESTAMP(3), not_before = due_at"
            + " WHERE queue_id IN "
            + COPIED_QUEUES,
        domain.domain());
  }

  /** Mailboxes whose envelope has expired before any that expires later. */
  private void copyMailbox(RestMailbox template) {
    String columns = Rows.columns("mailbox", "id", "name", "opaque_id", "drifted_at");
    Rows.change(
        "INSERT INTO mailbox (name, drifted_at, %1$s)".formatted(columns)
            + " SELECT CONCAT('a-', s.seq), UTC_TIMESTAMP(3), %1$s".formatted(columns)
            + " FROM mailbox JOIN seq_1_to_%d s WHERE id = ".formatted(MAILBOXES)
            + MAILBOX,
        domain.domain(),
        template.name());
    copyChildren("envelope", "mailbox_id", "mailbox", COPIED_MAILBOXES, MAILBOX, template.name());
    Rows.change(
        "UPDATE envelope SET accepted_at = accepted_at - INTERVAL 1 DAY,"
            + " expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE mailbox_id IN "
            + COPIED_MAILBOXES,
        domain.domain());
  }

  private void copyChildren(
      String table, String parent, String parents, String copies, String template, String name) {
    String columns = Rows.columns(table, parent);
    Rows.change(
        "INSERT INTO %1$s (%2$s, %3$s) SELECT k.id, %3$s FROM %1$s"
                .formatted(table, parent, columns)
            + " JOIN (SELECT id FROM %s WHERE id IN %s) k".formatted(parents, copies)
            + " WHERE %s = %s".formatted(parent, template),
        domain.domain(),
        domain.domain(),
        name);
  }

  /** Changes that run, of the mailboxes of a preview. */
  private void copyApplied(String changeId) {
    String columns = Rows.columns("retention_change", "id", "change_id", "state", "applied_at");
    Rows.change(
        "INSERT INTO retention_change (change_id, state, applied_at, %1$s)".formatted(columns)
            + " SELECT UUID(), 'APPLYING', UTC_TIMESTAMP(3), %1$s".formatted(columns)
            + " FROM retention_change JOIN seq_1_to_%d s WHERE change_id = ?".formatted(CHANGES),
        changeId);
    String targets = Rows.columns("retention_change_mailbox", "change_key");
    Rows.change(
        "INSERT INTO retention_change_mailbox (change_key, %1$s)".formatted(targets)
            + " SELECT k.id, %1$s".formatted(targets)
            + " FROM retention_change_mailbox JOIN (SELECT id FROM retention_change"
            + " WHERE state = 'APPLYING' AND domain = ?) k"
            + " WHERE change_key = (SELECT id FROM retention_change WHERE change_id = ?)",
        domain.domain(),
        changeId);
  }

  private long applying() {
    return Rows.count(
        "SELECT COUNT(*) FROM retention_change WHERE state = 'APPLYING' AND domain = ?",
        domain.domain());
  }

  private long unfinishedOrders(RestQueue queue) {
    return Rows.count(
        "SELECT COUNT(*) FROM queue_redrive WHERE finished_at IS NULL AND queue_id = " + QUEUE,
        domain.domain(),
        queue.name());
  }

  private void expire(RestMailbox mailbox) {
    Rows.change(
        "UPDATE envelope SET accepted_at = accepted_at - INTERVAL 1 DAY,"
            + " expires_at = UTC_TIMESTAMP(3) WHERE mailbox_id = "
            + MAILBOX,
        domain.domain(),
        mailbox.name());
  }

  private void repair(String kind, String name) {
    domain
        .admin()
        .post("/admin/check/repair", Map.of("domain", domain.domain(), kind, name))
        .expect(200);
  }

  private void deleteCopies(String table) {
    Rows.change(
        "DELETE c FROM %s c JOIN domain d ON d.id = c.domain_id".formatted(table)
            + " WHERE d.name = ? AND c.name LIKE 'a-%'",
        domain.domain());
  }
}
