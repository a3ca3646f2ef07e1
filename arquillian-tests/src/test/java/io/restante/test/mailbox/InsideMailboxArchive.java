package io.restante.test.mailbox;

import io.restante.test.harness.InsideServer;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Archives for tests inside the server, with mailboxes and principals that were made over REST. */
public final class InsideMailboxArchive {

  private InsideMailboxArchive() {}

  /** A web archive with the test and an {@link InsideFixture} of so many mailboxes and senders. */
  public static WebArchive of(Class<?> test, int mailboxes, int senders, Class<?>... more) {
    MailboxFixture domain = MailboxFixture.newDomain();
    String properties =
        String.join(
            "\n",
            "domain=" + domain.domain(),
            "receiver=" + domain.receiver().id(),
            "mailboxes="
                + Stream.generate(() -> domain.mailbox(Map.of("maxPendingCount", 10_000)).name())
                    .limit(mailboxes)
                    .collect(Collectors.joining(",")),
            "senders="
                + Stream.generate(() -> domain.sender().id())
                    .limit(senders)
                    .collect(Collectors.joining(",")));
    return InsideServer.archive(test, more)
        .addClass(InsideFixture.class)
        .addAsResource(new StringAsset(properties), InsideFixture.RESOURCE);
  }
}
