package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What happens at one node is noticed at the other, in time. */
interface PropagationContract {

  Cluster cluster();

  @Test
  default void tokenRevokedAtOneNodeStopsAtTheOther() {
    MailboxFixture domain = cluster().newDomain();
    RestMailbox mailbox = domain.mailbox();
    TestPrincipal receiver = domain.receiver();
    RestMailbox theirs = mailbox.as(cluster().client(1, receiver.token()));
    theirs.pull("").expect(200);

    cluster()
        .admin(0)
        .delete("/principals/" + receiver.id() + "/tokens/" + receiver.tokenId())
        .expect(204);

    mailbox.as(receiver).pull("").expect(401);
    await().atMost(Duration.ofSeconds(20)).until(() -> theirs.pull("").status() == 401);
  }

  @Test
  default void readerThatWaitsAtOneNodeIsWokenByASubmitAtTheOther() throws Exception {
    RestMailbox mailbox = cluster().newDomain().mailbox();
    RestClient reader = cluster().admin(1);
    for (int i = 1; i <= 5; i++) {
      CompletableFuture<Reply> page =
          reader.sendAsync(
              "GET", mailbox.path() + "/envelopes?waitSeconds=20&after=" + (i - 1), null);
      await()
          .during(Duration.ofMillis(300L * i))
          .atMost(Duration.ofSeconds(10))
          .until(() -> !page.isDone());
      mailbox.submit("message-" + i).expect(201);
      long submitted = System.nanoTime();

      assertThat(RestMailbox.ids(page.get())).containsExactly("message-" + i);
      assertThat(Duration.ofNanos(System.nanoTime() - submitted))
          .isLessThan(Duration.ofSeconds(12));
    }
  }
}
