package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class MailboxDeletionIT {

  private final MailboxFixture domain = MailboxFixture.newDomain();

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void mailboxIsDeletedOnlyWhenEmpty() {
    TestPrincipal sender = domain.sender();
    RestMailbox mailbox = domain.mailbox();
    mailbox.as(sender).submit("m1").expect(201);

    assertThat(mailbox.delete(false).expect(409).code()).isEqualTo("CONFLICT");
    assertThat(mailbox.pendingIds()).containsExactly("m1");

    mailbox.acknowledge(sender.id(), "m1");
    mailbox.delete(false).expect(204);
    mailbox.get().expect(404);
    mailbox.as(sender).submit("m2").expect(404);
    mailbox.pull("").expect(404);
    mailbox.delete(false).expect(404);
  }

  @Test
  void mailboxWithNothingButExpiredIsEmpty() {
    RestMailbox mailbox = domain.mailbox();
    mailbox.submit("m1", new byte[1], Map.of("ttlSeconds", 60)).expect(201);
    TestServer.advanceClock(Duration.ofSeconds(61));

    mailbox.delete(false).expect(204);
  }

  @Test
  void forcedDeletionNeedsAdminAndIsAudited() {
    RestMailbox mailbox = domain.mailbox();
    TestPrincipal manager = domain.principal(domain.grant("mailbox:manage", "mailboxes/*"));
    TestPrincipal admin = domain.principal(domain.grant("admin", "*"));
    mailbox.submitAll(List.of("m1", "m2"));

    assertThat(mailbox.as(manager).delete(true).expect(403).code()).isEqualTo("FORBIDDEN");
    assertThat(mailbox.pendingIds()).containsExactly("m1", "m2");
    mailbox.as(admin).delete(true).expect(204);

    mailbox.get().expect(404);
    assertThat(
            MailboxRows.query(
                "SELECT principal FROM audit_record WHERE domain = ? AND resource = ?"
                    + " AND action = 'mailbox.delete.force'",
                row -> row.getString(1),
                domain.domain(),
                "mailboxes/" + mailbox.name()))
        .containsExactly(admin.id());
  }

  @Test
  void mailboxMadeAnewUnderAnOldNameIsEmpty() {
    RestMailbox mailbox = domain.mailbox();
    mailbox.submitAll(List.of("m1", "m2"));
    mailbox.drain(1).expect(200);
    mailbox.delete(true).expect(204);

    mailbox.put(Map.of()).expect(201);

    assertThat(mailbox.pendingIds()).isEmpty();
    mailbox.submit("m1", new byte[] {9}).expect(201);
    assertThat(mailbox.pendingIds()).containsExactly("m1");
  }

  @Test
  void submitsThatRaceDeletionAreStoredOrNotFound() {
    RestMailbox mailbox = domain.mailbox();
    List<Callable<Set<Integer>>> works = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      String prefix = "m" + thread + "-";
      works.add(
          () -> {
            Set<Integer> statuses = new HashSet<>();
            for (int i = 0; i < 30; i++) {
              statuses.add(mailbox.submit(prefix + i).status());
            }
            return statuses;
          });
    }
    works.add(
        () -> {
          Set<Integer> statuses = new HashSet<>();
          for (int i = 0; i < 10; i++) {
            statuses.add(mailbox.delete(true).status());
            statuses.add(mailbox.put(Map.of()).status());
          }
          return statuses;
        });

    List<Set<Integer>> statuses = Together.call(works);

    assertThat(statuses.subList(0, 8)).allSatisfy(some -> assertThat(some).isSubsetOf(201, 404));
    assertThat(statuses.get(8)).isSubsetOf(201, 204);
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.envelopes()).isEqualTo(rows.nextSequence() - 1);
  }
}
