package io.restante.test.contract;

import io.restante.access.Caller;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.Mailboxes;
import io.restante.mailbox.Submission;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.InsideFixture;
import io.restante.test.mailbox.InsideMailboxArchive;
import jakarta.ejb.EJB;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract over the session bean, called by an application on the same server. */
@ExtendWith(ArquillianExtension.class)
class SessionBeanOrderingIT extends MailboxOrderingContract implements MailboxUnderTest {

  private static final int SENDERS = 16;
  private static final int MAILBOXES = 16;
  private static final AtomicInteger USED = new AtomicInteger();

  private final InsideFixture fixture = InsideFixture.load();

  @EJB(lookup = "java:global/restante/restante-ejb/MailboxesBean!io.restante.mailbox.Mailboxes")
  private Mailboxes bean;

  @Deployment
  static WebArchive deployment() {
    return InsideMailboxArchive.of(
        SessionBeanOrderingIT.class,
        MAILBOXES,
        SENDERS,
        MailboxOrderingContract.class,
        MailboxUnderTest.class,
        Together.class);
  }

  @Override
  protected MailboxUnderTest mailboxes() {
    return this;
  }

  @Override
  public String newMailbox() {
    return fixture.mailbox(USED.getAndIncrement());
  }

  @Override
  public String sender(int index) {
    return fixture.sender(index);
  }

  @Override
  public void submit(String sender, String mailbox, String messageId, byte[] body) {
    bean.submit(new Caller(sender), Submission.of(address(mailbox), messageId, body));
  }

  @Override
  public List<Received> drain(String mailbox, int limit) {
    return bean.drain(new Caller(fixture.receiver()), address(mailbox), limit).stream()
        .map(e -> new Received(e.sender(), e.messageId(), e.body()))
        .toList();
  }

  private MailboxAddress address(String mailbox) {
    return new MailboxAddress(fixture.domain(), mailbox);
  }
}
