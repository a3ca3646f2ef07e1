package io.restante.test.schema;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Valid rows of every table. Two rows of one table differ in their keys, and the parents of all are
 * in the transaction of the connection, which the test rolls back.
 */
final class SampleRows {

  private static final String EARLIER = "2026-01-01 00:00:00.000";
  private static final String LATER = "2026-01-02 00:00:00.000";

  private final Connection connection;
  private final long domain;
  private final long principal;
  private final long mailbox;
  private final long retentionChange;
  private final long queue;
  private int count;

  private SampleRows(Connection connection) throws SQLException {
    this.connection = connection;
    domain = domain().insertInto(connection);
    principal = principal().insertInto(connection);
    mailbox = mailbox().insertInto(connection);
    retentionChange = retentionChange().insertInto(connection);
    queue = queue().insertInto(connection);
  }

  static SampleRows in(Connection connection) throws SQLException {
    return new SampleRows(connection);
  }

  SampleRow of(String table) throws SQLException {
    return switch (table) {
      case "domain" -> domain();
      case "principal" -> principal();
      case "access_token" -> accessToken();
      case "access_grant" -> accessGrant();
      case "audit_record" -> auditRecord();
      case "idempotency_record" -> idempotencyRecord();
      case "mailbox" -> mailbox();
      case "envelope" -> envelope();
      case "quarantined_envelope" -> quarantinedEnvelope();
      case "tombstone" -> tombstone();
      case "mailbox_wake" -> mailboxWake();
      case "outbox" -> outbox();
      case "inbox" -> inbox();
      case "retention_change" -> retentionChange();
      case "retention_change_mailbox" -> retentionChangeMailbox();
      case "queue" -> queue();
      case "queue_counter" -> queueCounter();
      case "queue_message" -> queueMessage();
      case "queue_body" -> queueBody();
      case "queue_receipt" -> queueReceipt();
      case "queue_redrive" -> queueRedrive();
      default -> throw new IllegalArgumentException("No sample of table " + table);
    };
  }

  private SampleRow domain() {
    return row("domain", "name", unique(), "created_at", EARLIER);
  }

  private SampleRow principal() {
    return row(
        "principal",
        "principal_id",
        unique(),
        "name",
        unique(),
        "kind",
        "DEVICE",
        "policy_epoch",
        1,
        "created_at",
        EARLIER,
        "disabled_at",
        null);
  }

  private SampleRow accessToken() {
    return row(
        "access_token",
        "token_id",
        unique(),
        "principal",
        principal,
        "token_hash",
        digest(),
        "label",
        "a label",
        "created_at",
        EARLIER);
  }

  private SampleRow accessGrant() {
    return row(
        "access_grant",
        "principal",
        principal,
        "domain",
        "main",
        "capability",
        "mailbox:submit",
        "resource",
        "mailboxes/*");
  }

  private SampleRow auditRecord() {
    return row(
        "audit_record",
        "at",
        EARLIER,
        "principal",
        "a principal",
        "action",
        "an action",
        "domain",
        "main",
        "resource",
        "mailboxes/bob",
        "outcome",
        "DONE",
        "request_id",
        unique(),
        "detail",
        "count 1");
  }

  private SampleRow idempotencyRecord() {
    return row(
        "idempotency_record",
        "key_hash",
        digest(),
        "fingerprint",
        digest(),
        "status",
        201,
        "response",
        new byte[] {1},
        "sealed",
        false,
        "resource",
        "mailboxes/bob",
        "created_at",
        EARLIER,
        "expires_at",
        LATER);
  }

  private SampleRow mailbox() {
    return row(
        "mailbox",
        "opaque_id",
        unique(),
        "domain_id",
        domain,
        "name",
        unique(),
        "retention",
        "TIMED",
        "default_ttl_seconds",
        60,
        "max_pending_count",
        1,
        "max_pending_bytes",
        1,
        "max_envelope_bytes",
        1,
        "acknowledgements",
        "NONE",
        "next_sequence",
        1,
        "pending_count",
        0,
        "pending_bytes",
        0,
        "created_at",
        EARLIER);
  }

  private SampleRow envelope() {
    return row(
        "envelope",
        "mailbox_id",
        mailbox,
        "sequence",
        ++count,
        "sender",
        "sender",
        "message_id",
        unique(),
        "digest",
        digest(),
        "body_bytes",
        0,
        "protocol_version",
        1,
        "content_type",
        "text/plain",
        "accepted_at",
        EARLIER,
        "expires_at",
        LATER,
        "body",
        new byte[0]);
  }

  private SampleRow quarantinedEnvelope() {
    return row(
        "quarantined_envelope",
        "mailbox_id",
        mailbox,
        "sequence",
        ++count,
        "sender",
        "sender",
        "message_id",
        unique(),
        "digest",
        digest(),
        "body_bytes",
        0,
        "protocol_version",
        1,
        "content_type",
        "text/plain",
        "accepted_at",
        EARLIER,
        "expires_at",
        LATER,
        "body",
        new byte[0],
        "kind",
        0,
        "quarantined_at",
        LATER);
  }

  private SampleRow tombstone() {
    return row(
        "tombstone",
        "mailbox_id",
        mailbox,
        "sender",
        "sender",
        "message_id",
        unique(),
        "sequence",
        ++count,
        "finalization",
        1,
        "discard_reason",
        1,
        "digest",
        digest(),
        "accepted_at",
        EARLIER,
        "finalized_at",
        LATER);
  }

  /** A mailbox has one at the most. */
  private SampleRow mailboxWake() throws SQLException {
    return row(
        "mailbox_wake",
        "mailbox_id",
        mailbox().insertInto(connection),
        "principal",
        "a principal",
        "callback",
        new byte[] {1},
        "sealing_key",
        1,
        "created_at",
        EARLIER,
        "failed_at",
        LATER,
        "failing_since",
        EARLIER,
        "last_error",
        "TIMEOUT");
  }

  private SampleRow outbox() {
    return row(
        "outbox",
        "event_type",
        "ACKNOWLEDGEMENT",
        "version",
        1,
        "subject_type",
        "mailbox",
        "subject_id",
        mailbox,
        "detail",
        "{}",
        "state",
        "PENDING",
        "created_at",
        EARLIER,
        "available_at",
        EARLIER,
        "attempts",
        0,
        "generation",
        0,
        "coalesce_key",
        null,
        "lease_until",
        null,
        "last_error",
        "MAILBOX_FULL",
        "finished_at",
        null);
  }

  private SampleRow inbox() {
    return row(
        "inbox",
        "domain",
        "main",
        "scope",
        "orders",
        "message_id",
        unique(),
        "message_type",
        "order.placed",
        "message_version",
        1,
        "conversation_id",
        "a conversation",
        "received_at",
        EARLIER,
        "updated_at",
        LATER,
        "completed_at",
        LATER,
        "dead_at",
        null,
        "attempts",
        0,
        "generation",
        0);
  }

  private SampleRow retentionChange() {
    return row(
        "retention_change",
        "change_id",
        unique(),
        "state",
        "APPLYING",
        "principal",
        "a principal",
        "domain",
        "main",
        "mailbox_pattern",
        "alice.*",
        "ttl_seconds",
        60,
        "previewed_at",
        EARLIER,
        "confirm_by",
        LATER,
        "applied_at",
        EARLIER,
        "finished_at",
        null,
        "remove_count",
        1,
        "remove_bytes",
        1,
        "remove_oldest",
        EARLIER,
        "shorten_count",
        0,
        "shorten_bytes",
        0,
        "removed_count",
        1,
        "removed_bytes",
        1,
        "shortened_count",
        0,
        "shortened_bytes",
        0);
  }

  private SampleRow retentionChangeMailbox() {
    return row(
        "retention_change_mailbox",
        "change_key",
        retentionChange,
        "mailbox_id",
        ++count,
        "last_sequence",
        1,
        "done_sequence",
        0,
        "remove_count",
        1,
        "remove_bytes",
        1,
        "shorten_count",
        0,
        "shorten_bytes",
        0);
  }

  private SampleRow queue() {
    return row(
        "queue",
        "domain_id",
        domain,
        "name",
        unique(),
        "incarnation",
        unique(),
        "max_attempts",
        5,
        "max_stored_messages",
        10,
        "max_stored_bytes",
        1_000,
        "max_in_flight_messages",
        1,
        "max_in_flight_bytes",
        1,
        "max_lease_seconds",
        1,
        "retry_base_millis",
        1,
        "retry_max_millis",
        1,
        "retry_factor",
        2.0,
        "retry_jitter",
        "NONE",
        "max_dead_letter_messages",
        1,
        "max_dead_letter_bytes",
        1,
        "ordering",
        "COMPETING",
        "parked_head",
        "CONTINUE",
        "payload_limit_bytes",
        1,
        "paused",
        false,
        "created_at",
        EARLIER);
  }

  /** A queue has one. */
  private SampleRow queueCounter() throws SQLException {
    return row(
        "queue_counter",
        "queue_id",
        queue().insertInto(connection),
        "stored_messages",
        0,
        "stored_bytes",
        0,
        "in_flight_messages",
        0,
        "in_flight_bytes",
        0,
        "dead_letter_messages",
        0,
        "dead_letter_bytes",
        0,
        "next_sequence",
        1,
        "next_ready_sequence",
        1,
        "next_parked_sequence",
        1,
        "next_fence",
        1);
  }

  /** A leased one. */
  private SampleRow queueMessage() {
    return row(
        "queue_message",
        "queue_id",
        queue,
        "sequence",
        ++count,
        "message_id",
        unique(),
        "body_bytes",
        4,
        "ordering_key",
        "a-key",
        "enqueued_at",
        EARLIER,
        "expires_at",
        LATER,
        "state",
        2,
        "state_version",
        2,
        "lease_version",
        1,
        "generation",
        1,
        "attempts",
        1,
        "lease_until",
        LATER,
        "holder",
        "a principal",
        "fence",
        1,
        "ready_sequence",
        1,
        "deliverable_sequence",
        null,
        "order_sequence",
        1,
        "parked_sequence",
        null,
        "due_at",
        LATER,
        "reason",
        "NO_STOCK",
        "finished_at",
        null);
  }

  private SampleRow queueBody() {
    return row(
        "queue_body",
        "queue_id",
        queue,
        "sequence",
        ++count,
        "sealing_key",
        1,
        "body",
        new byte[] {1});
  }

  private SampleRow queueReceipt() {
    return row(
        "queue_receipt",
        "queue_id",
        queue,
        "principal_id",
        "a principal",
        "request_id",
        unique(),
        "fingerprint",
        digest(),
        "deliveries",
        "[]",
        "created_at",
        EARLIER);
  }

  private SampleRow queueRedrive() {
    return row(
        "queue_redrive",
        "redrive_id",
        unique(),
        "queue_id",
        queue,
        "principal_id",
        "a principal",
        "reason",
        "NO_STOCK",
        "ordering_key",
        "a-key",
        "max_messages",
        10,
        "rate_per_second",
        1,
        "last_parked",
        5,
        "done_parked",
        0,
        "redriven",
        0,
        "skipped",
        0,
        "created_at",
        EARLIER,
        "next_at",
        EARLIER,
        "finished_at",
        null,
        "refused_at",
        EARLIER);
  }

  private String unique() {
    return "sample-" + ++count;
  }

  private byte[] digest() {
    return ByteBuffer.allocate(32).putInt(++count).array();
  }

  private static SampleRow row(String table, Object... namesAndValues) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return new SampleRow(table, values);
  }
}
