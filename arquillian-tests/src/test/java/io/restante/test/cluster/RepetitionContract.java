package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transaction that the database asks to repeat is repeated, and no caller sees that. */
interface RepetitionContract {

  int RECORD_CHANGED = 1020;
  int LOCK_WAIT_TIMEOUT = 1205;
  int DEADLOCK = 1213;

  /** Of five repetitions that are allowed. */
  int TIMES = 4;

  Cluster cluster();

  @ParameterizedTest
  @ValueSource(ints = {RECORD_CHANGED, LOCK_WAIT_TIMEOUT, DEADLOCK})
  default void repeatableErrorReachesNoCaller(int error) throws SQLException {
    MailboxFixture domain = cluster().newDomain();
    TestPrincipal sender = domain.sender();
    RestMailbox mailbox = domain.mailbox();
    mailbox.as(sender).submitAll(List.of("one", "two", "three"));
    try (Trouble trouble = Trouble.in(cluster())) {
      meet(trouble, "envelope", error, 201, () -> mailbox.as(sender).submit("four"));
      meet(trouble, "tombstone", error, 200, () -> acknowledge(mailbox, sender, "one"));
      meet(trouble, "tombstone", error, 200, () -> mailbox.discard(sender.id(), "two", "OTHER"));
      meet(trouble, "tombstone", error, 200, () -> mailbox.drain(1));
      meet(
          trouble,
          "audit_record",
          error,
          409,
          () -> mailbox.as(sender).submit("four", new byte[9]));
      meet(trouble, "mailbox", error, 201, () -> domain.mailboxNamed("more").put(Map.of()));
      meet(trouble, "principal", error, 201, () -> makePrincipal(domain));
      meet(trouble, "access_grant", error, 200, () -> grant(domain, sender));
      if (error != LOCK_WAIT_TIMEOUT) {
        meet(trouble, "idempotency_record", error, 201, () -> withKey(mailbox, "five"));
      }
    }
    assertThat(cluster().stored(mailbox).assertSound().rows())
        .hasSize(error == LOCK_WAIT_TIMEOUT ? 4 : 5);
  }

  /** What waits for a key is told so, instead of being tried again. */
  @Test
  default void keyThatStaysLockedIsAnsweredAsInProgress() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox();
    try (Trouble trouble = Trouble.in(cluster())) {
      trouble.expect("idempotency_record", LOCK_WAIT_TIMEOUT, 1);
      Reply reply = withKey(mailbox, "one");
      assertThat(reply.code()).as("%s", reply).isEqualTo("IDEMPOTENCY_IN_PROGRESS");
    }
    assertThat(cluster().stored(mailbox).assertSound().rows()).isEmpty();
  }

  @Test
  default void transactionThatNeverSucceedsIsRefusedWithoutATrace() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox();
    try (Trouble trouble = Trouble.in(cluster())) {
      trouble.expect("envelope", RECORD_CHANGED, 1_000);
      Reply refusal = withKey(mailbox, "one").expect(503);
      assertThat(refusal.code()).isEqualTo("UNAVAILABLE");
      assertThat(refusal.header("Retry-After")).isPresent();
      assertThat(trouble.remaining()).as("runs").isEqualTo(1_000 - 6);
      assertThat(cluster().stored(mailbox).assertSound().nextSequence()).isEqualTo(1);

      trouble.expect("envelope", RECORD_CHANGED, 0);
      withKey(mailbox, "one").expect(201);
    }
    assertThat(cluster().stored(mailbox).assertSound().rows()).hasSize(1);
  }

  private static void meet(
      Trouble trouble, String table, int error, int status, Supplier<Reply> request)
      throws SQLException {
    trouble.expect(table, error, TIMES);
    request.get().expect(status);
    assertThat(trouble.remaining()).as("trouble left in %s", table).isZero();
  }

  private static Reply acknowledge(RestMailbox mailbox, TestPrincipal sender, String id) {
    return mailbox.acknowledge(List.of(RestMailbox.identity(sender.id(), id)));
  }

  private static Reply withKey(RestMailbox mailbox, String id) {
    return mailbox.as(mailbox.caller().withKey(id)).submit(id);
  }

  private static Reply makePrincipal(MailboxFixture domain) {
    return domain
        .admin()
        .post("/principals", Map.of("name", MailboxFixture.unique("principal"), "kind", "DEVICE"));
  }

  private static Reply grant(MailboxFixture domain, TestPrincipal principal) {
    return domain
        .admin()
        .with("If-Match", "\"2\"")
        .put(
            "/principals/" + principal.id() + "/grants",
            Map.of("grants", List.of(domain.grant("mailbox:submit", "mailboxes/*"))));
  }
}
