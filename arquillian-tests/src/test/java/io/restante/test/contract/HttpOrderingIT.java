package io.restante.test.contract;

import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;

/** The contract over REST. */
class HttpOrderingIT extends MailboxOrderingContract {

  private static MailboxUnderTest mailboxes;

  @BeforeAll
  static void makeDomain() {
    mailboxes = new HttpMailboxes(MailboxFixture.newDomain());
  }

  @Override
  protected MailboxUnderTest mailboxes() {
    return mailboxes;
  }

  private static final class HttpMailboxes implements MailboxUnderTest {

    private final MailboxFixture domain;
    private final TestPrincipal receiver;
    private final List<TestPrincipal> senders;
    private final Map<String, TestPrincipal> sendersById;

    HttpMailboxes(MailboxFixture domain) {
      this.domain = domain;
      this.receiver = domain.receiver();
      this.senders = Stream.generate(domain::sender).limit(16).toList();
      this.sendersById =
          senders.stream().collect(Collectors.toMap(TestPrincipal::id, Function.identity()));
    }

    @Override
    public String newMailbox() {
      return domain.mailbox(Map.of("maxPendingCount", 10_000)).name();
    }

    @Override
    public String sender(int index) {
      return senders.get(index).id();
    }

    @Override
    public void submit(String sender, String mailbox, String messageId, byte[] body) {
      domain.mailboxNamed(mailbox).as(sendersById.get(sender)).submit(messageId, body).expect(201);
    }

    @Override
    public List<Received> drain(String mailbox, int limit) {
      RestMailbox draining = domain.mailboxNamed(mailbox).as(receiver);
      List<Received> drained = new ArrayList<>();
      draining
          .drain(limit)
          .expect(200)
          .json()
          .path("envelopes")
          .forEach(
              envelope -> {
                try {
                  drained.add(
                      new Received(
                          envelope.path("sender").asText(),
                          envelope.path("messageId").asText(),
                          envelope.path("body").binaryValue()));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      return drained;
    }
  }
}
