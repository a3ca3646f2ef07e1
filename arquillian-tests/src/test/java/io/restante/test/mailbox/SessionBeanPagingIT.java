package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.mailbox.EnvelopePage;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.Mailboxes;
import io.restante.mailbox.PendingEnvelope;
import io.restante.mailbox.PullQuery;
import io.restante.mailbox.Submission;
import io.restante.test.harness.Together;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.transaction.UserTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Paging while applications on the server write in transactions of their own. Over REST, one thread
 * commits all writes of a mailbox; here sixteen do, in any order, and some roll back.
 */
@ExtendWith(ArquillianExtension.class)
class SessionBeanPagingIT {

  private static final int WRITERS = 16;
  private static final int EACH = 24;

  private final InsideFixture fixture = InsideFixture.load();

  @EJB(lookup = "java:global/restante/restante-ejb/MailboxesBean!io.restante.mailbox.Mailboxes")
  private Mailboxes mailboxes;

  @Resource private UserTransaction transaction;

  @Deployment
  static WebArchive deployment() {
    return InsideMailboxArchive.of(SessionBeanPagingIT.class, 4, WRITERS, Together.class);
  }

  @Test
  void readerOfSingleEnvelopesSeesEachOnce() {
    assertReaderSeesEachOnce(fixture.mailbox(0), 1);
  }

  @Test
  void readerOfThreesSeesEachOnce() {
    assertReaderSeesEachOnce(fixture.mailbox(1), 3);
  }

  @Test
  void readerOfSevensSeesEachOnce() {
    assertReaderSeesEachOnce(fixture.mailbox(2), 7);
  }

  @Test
  void readerOfHundredsSeesEachOnce() {
    assertReaderSeesEachOnce(fixture.mailbox(3), 100);
  }

  private void assertReaderSeesEachOnce(String name, int limit) {
    MailboxAddress mailbox = new MailboxAddress(fixture.domain(), name);
    AtomicInteger writing = new AtomicInteger(WRITERS);
    List<Callable<List<PendingEnvelope>>> works = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      int index = writer;
      works.add(() -> write(mailbox, index, writing));
    }
    works.add(() -> readWhile(mailbox, limit, writing));

    List<PendingEnvelope> read = Together.call(works).get(WRITERS);

    assertThat(read).extracting(PendingEnvelope::sequence).isSorted().doesNotHaveDuplicates();
    assertThat(read).hasSize(WRITERS * EACH);
    Map<String, Integer> next = new HashMap<>();
    for (PendingEnvelope envelope : read) {
      int place = next.merge(envelope.sender(), 1, Integer::sum) - 1;
      assertThat(envelope.messageId()).as("in the sender's order").isEqualTo("m" + place);
    }
  }

  /** One to four in a transaction, of which every fifth is rolled back and done again. */
  private List<PendingEnvelope> write(MailboxAddress mailbox, int writer, AtomicInteger writing)
      throws Exception {
    Random random = new Random(writer);
    Caller sender = new Caller(fixture.sender(writer));
    try {
      for (int written = 0; written < EACH; ) {
        int some = Math.min(EACH - written, 1 + random.nextInt(4));
        transaction.begin();
        if (!submit(sender, mailbox, written, written + some) || random.nextInt(5) == 0) {
          transaction.rollback();
        } else {
          transaction.commit();
          written += some;
        }
      }
      return List.of();
    } finally {
      writing.decrementAndGet();
    }
  }

  /**
   * Whether the mailbox was to be had; sixteen wait for it, each as long as a lock is waited for.
   */
  private boolean submit(Caller sender, MailboxAddress mailbox, int from, int to) {
    try {
      for (int i = from; i < to; i++) {
        mailboxes.submit(sender, Submission.of(mailbox, "m" + i, new byte[] {1}));
      }
      return true;
    } catch (RestanteException refusal) {
      assertThat(refusal.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      return false;
    }
  }

  private List<PendingEnvelope> readWhile(
      MailboxAddress mailbox, int limit, AtomicInteger writing) {
    Caller receiver = new Caller(fixture.receiver());
    List<PendingEnvelope> read = new ArrayList<>();
    long position = 0;
    boolean more = true;
    while (more) {
      boolean over = writing.get() == 0;
      EnvelopePage page = mailboxes.pull(receiver, new PullQuery(mailbox, position, limit, null));
      read.addAll(page.envelopes());
      position = page.position();
      more = !over || page.hasMore();
    }
    return read;
  }
}
