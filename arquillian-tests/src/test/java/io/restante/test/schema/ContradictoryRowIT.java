package io.restante.test.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.test.harness.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that contradict themselves cannot be stored, whatever a program tries. */
class ContradictoryRowIT {

  private static final String CHECK_FAILED = "23000";

  private Connection connection;
  private SampleRows samples;

  @BeforeEach
  void open() throws SQLException {
    connection = TestServer.openDatabase();
    connection.setAutoCommit(false);
    samples = SampleRows.in(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.rollback();
    connection.close();
  }

  /** A row that the constraint refuses, as a change of a valid one. */
  record Contradiction(
      String constraint, String table, UnaryOperator<SampleRow> spoil, String how) {

    @Override
    public String toString() {
      return constraint + " refuses " + how;
    }
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void contradictoryRowIsRefused(Contradiction contradiction) throws SQLException {
    SampleRow row = contradiction.spoil().apply(samples.of(contradiction.table()));

    assertThatThrownBy(() -> row.insertInto(connection))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(CHECK_FAILED))
        .hasMessageContaining("`" + contradiction.constraint() + "`");
  }

  @Test
  void rowsWithoutContradictionAreStored() throws SQLException {
    for (String table : new Schema(connection).tables()) {
      assertThatCode(() -> samples.of(table).insertInto(connection))
          .as(table)
          .doesNotThrowAnyException();
    }
    SampleRow untilFinalized =
        samples
            .of("mailbox")
            .with("retention", "UNTIL_FINALIZED")
            .with("default_ttl_seconds", null);
    assertThat(untilFinalized.insertInto(connection)).isPositive();
    samples.of("envelope").with("expires_at", null).insertInto(connection);
    samples
        .of("tombstone")
        .with("finalization", 0)
        .with("discard_reason", null)
        .insertInto(connection);
  }

  @Test
  void everyConstraintIsTried() throws SQLException {
    Set<String> tried =
        contradictions()
            .map(Contradiction::constraint)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(new Schema(connection).checks()).containsExactlyInAnyOrderElementsOf(tried);
  }

  static Stream<Contradiction> contradictions() {
    return Stream.of(
            values("principal_kind", "principal", "kind", "HUMAN", "device", ""),
            values("principal_epoch", "principal", "policy_epoch", 0, -1),
            values("idempotency_record_status", "idempotency_record", "status", 199, 500, 503),
            values(
                "idempotency_record_expiry",
                "idempotency_record",
                "expires_at",
                earlier(0),
                earlier(1)),
            values(
                "mailbox_retention", "mailbox", "retention", "FOREVER", "timed", "UNTIL_FINALIZED"),
            values("mailbox_retention", "mailbox", "default_ttl_seconds", null, 0, -1),
            values("mailbox_acknowledgements", "mailbox", "acknowledgements", "ALL", "none"),
            values("mailbox_quota", "mailbox", "max_pending_count", 0, -1),
            values("mailbox_quota", "mailbox", "max_pending_bytes", 0, -1),
            values("mailbox_quota", "mailbox", "max_envelope_bytes", 0, -1),
            values("mailbox_counters", "mailbox", "pending_count", -1),
            values("mailbox_counters", "mailbox", "next_sequence", 0),
            values("mailbox_empty", "mailbox", "pending_bytes", 1),
            values("envelope_sequence", "envelope", "sequence", 0, -1),
            values("envelope_body_bytes", "envelope", "body_bytes", -1),
            values("envelope_expiry", "envelope", "expires_at", earlier(0), earlier(1)),
            values("quarantined_envelope_sequence", "quarantined_envelope", "sequence", 0, -1),
            values("quarantined_envelope_body_bytes", "quarantined_envelope", "body_bytes", -1),
            values(
                "quarantined_envelope_expiry",
                "quarantined_envelope",
                "expires_at",
                earlier(0),
                earlier(1)),
            values("tombstone_finalization", "tombstone", "finalization", 0, 2, -1),
            values("tombstone_finalization", "tombstone", "discard_reason", null, 0, 6),
            values("mailbox_wake_failing", "mailbox_wake", "last_error", (Object) null),
            values("mailbox_wake_failing", "mailbox_wake", "failed_at", null, earlier(1)),
            values("outbox_state", "outbox", "state", "pending", "", "LEASED"),
            values("outbox_finished", "outbox", "state", "DONE", "DEAD"),
            values("outbox_finished", "outbox", "finished_at", earlier(0)),
            values("outbox_attempts", "outbox", "attempts", -1),
            List.of(
                new Contradiction(
                    "outbox_coalesce",
                    "outbox",
                    row -> row.with("coalesce_key", "wake:1").with("lease_until", earlier(0)),
                    "a key of an event that is claimed")),
            values("outbox_generation", "outbox", "generation", -1),
            values("inbox_attempts", "inbox", "attempts", -1),
            values("inbox_generation", "inbox", "generation", -1),
            values("inbox_version", "inbox", "message_version", 0, -1),
            values("inbox_one_end", "inbox", "dead_at", earlier(0)),
            values("retention_change_bounds", "retention_change", "ttl_seconds", 0, -1),
            values("retention_change_bounds", "retention_change", "confirm_by", earlier(0)),
            values("retention_change_preview", "retention_change", "remove_count", -1, 0),
            values("retention_change_preview", "retention_change", "shorten_count", -1, 1),
            values(
                "retention_change_progress",
                "retention_change",
                "state",
                "PREVIEWED",
                "EXPIRED",
                "DONE",
                "applying",
                ""),
            values("retention_change_progress", "retention_change", "removed_count", -1),
            values(
                "retention_change_mailbox_sequences",
                "retention_change_mailbox",
                "done_sequence",
                -1),
            values(
                "retention_change_mailbox_sequences",
                "retention_change_mailbox",
                "last_sequence",
                0),
            values("queue_bounds", "queue", "max_attempts", 0, 1_001),
            values("queue_bounds", "queue", "retry_factor", 0.0, -1.0),
            values("queue_bounds", "queue", "retry_max_millis", 0),
            values("queue_bounds", "queue", "payload_limit_bytes", 0, 1_048_577),
            values("queue_dead_letters", "queue", "max_dead_letter_messages", 0, 11),
            values("queue_dead_letters", "queue", "max_dead_letter_bytes", 0, 1_001),
            values("queue_retry_jitter", "queue", "retry_jitter", "SOME", "none"),
            values("queue_order", "queue", "ordering", "RANDOM", "competing"),
            values("queue_order", "queue", "parked_head", "BLOCK", "STOP"),
            values("queue_counter_sound", "queue_counter", "stored_messages", -1),
            values("queue_counter_sound", "queue_counter", "next_fence", 0),
            List.of(
                new Contradiction(
                    "queue_message_state",
                    "queue_message",
                    row -> row.with("state", 8).with("lease_until", null).with("holder", null),
                    "state 8")),
            values("queue_message_counts", "queue_message", "body_bytes", -1),
            values("queue_message_counts", "queue_message", "generation", 0),
            values("queue_message_counts", "queue_message", "attempts", -1),
            values("queue_message_leased", "queue_message", "holder", (Object) null),
            values("queue_message_leased", "queue_message", "lease_until", (Object) null),
            values("queue_message_deliverable", "queue_message", "deliverable_sequence", 1),
            values("queue_message_order", "queue_message", "ordering_key", (Object) null),
            values("queue_message_parked", "queue_message", "parked_sequence", 1),
            values("queue_message_due", "queue_message", "due_at", (Object) null),
            values("queue_message_finished", "queue_message", "finished_at", earlier(0)),
            values("queue_redrive_bounds", "queue_redrive", "max_messages", 0, -1),
            values("queue_redrive_bounds", "queue_redrive", "rate_per_second", 0),
            values("queue_redrive_bounds", "queue_redrive", "redriven", -1, 11),
            values("queue_redrive_end", "queue_redrive", "next_at", (Object) null),
            values("queue_redrive_end", "queue_redrive", "finished_at", earlier(0)),
            List.of(
                new Contradiction(
                    "mailbox_counters",
                    "mailbox",
                    row -> row.with("pending_count", 1).with("pending_bytes", -1),
                    "negative bytes")))
        .flatMap(List::stream);
  }

  private static List<Contradiction> values(
      String constraint, String table, String column, Object... values) {
    return Arrays.stream(values)
        .map(
            value ->
                new Contradiction(
                    constraint, table, row -> row.with(column, value), column + " " + value))
        .toList();
  }

  /** When the samples were accepted, or seconds before. */
  private static String earlier(int seconds) {
    return seconds == 0 ? "2026-01-01 00:00:00.000" : "2025-12-31 23:59:59.000";
  }
}
