package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.mailbox.AcknowledgeResult;
import io.restante.mailbox.DiscardReason;
import io.restante.mailbox.DiscardStatus;
import io.restante.mailbox.EnvelopeIdentity;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.Mailboxes;
import io.restante.mailbox.PendingEnvelope;
import io.restante.mailbox.PullQuery;
import io.restante.mailbox.Submission;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The session bean inside the transaction of an application on the same server. */
@ExtendWith(ArquillianExtension.class)
class SessionBeanTransactionIT {

  private static final AtomicInteger USED = new AtomicInteger();
  private static final byte[] BODY = {1, 2, 3};

  private final InsideFixture fixture = InsideFixture.load();

  @EJB(lookup = "java:global/restante/restante-ejb/MailboxesBean!io.restante.mailbox.Mailboxes")
  private Mailboxes mailboxes;

  @Resource private UserTransaction transaction;

  private MailboxAddress mailbox;

  @Deployment
  static WebArchive deployment() {
    return InsideMailboxArchive.of(SessionBeanTransactionIT.class, 10, 1);
  }

  @AfterEach
  void endTransaction() throws Exception {
    if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
      transaction.rollback();
    }
  }

  @Test
  void submitThatIsRolledBackLeavesNothing() throws Exception {
    openMailbox();
    transaction.begin();
    submit("m1");
    assertThat(pendingIds()).as("within the transaction").containsExactly("m1");
    transaction.rollback();

    assertThat(pendingIds()).isEmpty();
    assertThat(count()).isZero();
    assertThat(mailboxes.submit(sender(), submission("m1")).duplicate()).isFalse();
    assertThat(pending().get(0).sequence()).as("the sequence went back as well").isEqualTo(1);
  }

  @Test
  void submitIsThereWhenTheCallerCommits() throws Exception {
    openMailbox();
    transaction.begin();
    submit("m1");
    submit("m2");
    transaction.commit();

    assertThat(pendingIds()).containsExactly("m1", "m2");
    assertThat(count()).isEqualTo(2);
  }

  @Test
  void submitWithoutATransactionIsDurableWhenItReturns() {
    openMailbox();
    submit("m1");

    assertThat(pendingIds()).containsExactly("m1");
  }

  @Test
  void acknowledgementThatIsRolledBackLeavesTheEnvelopePending() throws Exception {
    openMailbox();
    submit("m1");
    transaction.begin();
    assertThat(acknowledge("m1")).containsExactly(AcknowledgeResult.COMMITTED);
    transaction.rollback();

    assertThat(pendingIds()).containsExactly("m1");
    assertThat(acknowledge("m1")).containsExactly(AcknowledgeResult.COMMITTED);
  }

  @Test
  void acknowledgementStandsWhenTheCallerCommits() throws Exception {
    openMailbox();
    submit("m1");
    transaction.begin();
    acknowledge("m1");
    transaction.commit();

    assertThat(pendingIds()).isEmpty();
    assertThat(acknowledge("m1")).containsExactly(AcknowledgeResult.ALREADY_COMMITTED);
  }

  @Test
  void receivingAndAnsweringAreOneTransaction() throws Exception {
    openMailbox();
    submit("question");
    transaction.begin();
    acknowledge("question");
    submit("answer");
    transaction.rollback();
    assertThat(pendingIds()).containsExactly("question");

    transaction.begin();
    acknowledge("question");
    submit("answer");
    transaction.commit();

    assertThat(pendingIds()).containsExactly("answer");
  }

  @Test
  void discardAndDrainThatAreRolledBackLeaveTheEnvelopesPending() throws Exception {
    openMailbox();
    submit("m1");
    submit("m2");
    transaction.begin();
    assertThat(mailboxes.discard(receiver(), mailbox, identity("m1"), DiscardReason.OTHER).status())
        .isEqualTo(DiscardStatus.DISCARDED);
    assertThat(mailboxes.drain(receiver(), mailbox, 10))
        .extracting(PendingEnvelope::messageId)
        .containsExactly("m2");
    transaction.rollback();

    assertThat(pendingIds()).containsExactly("m1", "m2");
  }

  @Test
  void refusalRollsTheCallersTransactionBack() throws Exception {
    openMailbox();
    submit("m1");
    transaction.begin();
    submit("m2");
    assertRefused(
        ErrorCode.MESSAGE_ID_CONFLICT,
        () -> mailboxes.submit(sender(), Submission.of(mailbox, "m1", new byte[] {9})));

    assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    assertThatThrownBy(() -> transaction.commit()).isInstanceOf(RollbackException.class);
    assertThat(pendingIds()).containsExactly("m1");
  }

  @Test
  void grantsOfTheCallerAreCheckedAsOverRest() {
    openMailbox();

    assertRefused(ErrorCode.FORBIDDEN, () -> mailboxes.submit(receiver(), submission("m1")));
    assertRefused(ErrorCode.FORBIDDEN, () -> mailboxes.drain(sender(), mailbox, 10));
    assertRefused(
        ErrorCode.NOT_FOUND, () -> mailboxes.submit(new Caller("nobody"), submission("m1")));
  }

  private static void assertRefused(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            RestanteException.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }

  private void openMailbox() {
    mailbox = new MailboxAddress(fixture.domain(), fixture.mailbox(USED.getAndIncrement()));
  }

  private void submit(String messageId) {
    mailboxes.submit(sender(), submission(messageId));
  }

  private Submission submission(String messageId) {
    return Submission.of(mailbox, messageId, BODY);
  }

  private List<AcknowledgeResult> acknowledge(String messageId) {
    return mailboxes.acknowledge(receiver(), mailbox, List.of(identity(messageId)));
  }

  private List<PendingEnvelope> pending() {
    return mailboxes.pull(receiver(), new PullQuery(mailbox, 0, 100, null)).envelopes();
  }

  private List<String> pendingIds() {
    return pending().stream().map(PendingEnvelope::messageId).toList();
  }

  private long count() {
    return mailboxes.count(receiver(), mailbox, null);
  }

  private EnvelopeIdentity identity(String messageId) {
    return new EnvelopeIdentity(sender().principalId(), messageId);
  }

  private Caller sender() {
    return new Caller(fixture.sender(0));
  }

  private Caller receiver() {
    return new Caller(fixture.receiver());
  }
}
