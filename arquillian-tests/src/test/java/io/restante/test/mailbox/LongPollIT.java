package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LongPollIT {

  private static final int READERS = 200;

  private MailboxFixture domain;
  private RestMailbox mailbox;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
  }

  @Test
  void waitingReaderIsAnsweredAtOnceWhenMailComes() throws Exception {
    CompletableFuture<Reply> waiting = wait(mailbox, 25);
    await().during(Duration.ofSeconds(1)).until(() -> !waiting.isDone());

    long submitted = System.nanoTime();
    mailbox.submit("m1").expect(201);
    Reply reply = waiting.get(25, TimeUnit.SECONDS);

    assertThat(RestMailbox.ids(reply)).containsExactly("m1");
    assertThat(Duration.ofNanos(System.nanoTime() - submitted)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void waitingReaderIsAnsweredEmptyWhenItsTimeIsOver() {
    long begun = System.nanoTime();

    Reply reply = mailbox.pull("waitSeconds=2").expect(200);

    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(20));
    assertThat(RestMailbox.ids(reply)).isEmpty();
    assertThat(reply.json().path("hasMore").asBoolean(true)).isFalse();
    mailbox.submit("m1").expect(201);
    assertThat(RestMailbox.ids(mailbox.pull("cursor=" + reply.text("nextCursor"))))
        .containsExactly("m1");
  }

  @Test
  void readerDoesNotWaitWhereThereIsMail() {
    mailbox.submit("m1").expect(201);

    long begun = System.nanoTime();
    assertThat(RestMailbox.ids(mailbox.pull("waitSeconds=25"))).containsExactly("m1");

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void readerWaitsBehindItsCursorAndItsFilter() throws Exception {
    TestPrincipal awaited = domain.sender();
    mailbox.submit("old").expect(201);
    String cursor = mailbox.pull("").expect(200).text("nextCursor");
    CompletableFuture<Reply> waiting =
        waitFor(mailbox, "waitSeconds=25&cursor=" + cursor + "&sender=" + awaited.id());

    mailbox.submit("of-another").expect(201);
    await().during(Duration.ofSeconds(2)).until(() -> !waiting.isDone());
    mailbox.as(awaited).submit("awaited").expect(201);

    assertThat(RestMailbox.ids(waiting.get(25, TimeUnit.SECONDS))).containsExactly("awaited");
  }

  @Test
  void mailboxThatIsDeletedEndsTheWaiting() throws Exception {
    CompletableFuture<Reply> waiting = wait(mailbox, 25);
    await().during(Duration.ofSeconds(1)).until(() -> !waiting.isDone());

    mailbox.delete(false).expect(204);

    assertThat(waiting.get(20, TimeUnit.SECONDS).status()).isEqualTo(404);
  }

  @Test
  void readerWhoseTokenIsRevokedWhileItWaitsGetsNoMail() throws Exception {
    TestPrincipal receiver = domain.receiver();
    CompletableFuture<Reply> waiting = wait(mailbox.as(receiver), 25);
    await().during(Duration.ofSeconds(1)).until(() -> !waiting.isDone());

    domain
        .admin()
        .delete("/principals/" + receiver.id() + "/tokens/" + receiver.tokenId())
        .expect(204);
    mailbox.submit("m1").expect(201);

    assertThat(waiting.get(25, TimeUnit.SECONDS).status()).isEqualTo(401);
  }

  @Test
  void readerWhoseGrantIsTakenWhileItWaitsGetsNoMail() throws Exception {
    TestPrincipal receiver = domain.receiver();
    CompletableFuture<Reply> waiting = wait(mailbox.as(receiver), 25);
    await().during(Duration.ofSeconds(1)).until(() -> !waiting.isDone());

    domain.replaceGrants(receiver);
    mailbox.submit("m1").expect(201);

    assertThat(waiting.get(25, TimeUnit.SECONDS).status()).isEqualTo(404);
  }

  @Test
  void twoHundredWaitingReadersHoldNothingThatOthersNeed() throws Exception {
    RestMailbox other = domain.mailbox();
    List<CompletableFuture<Reply>> waiting =
        Stream.generate(() -> wait(mailbox, 25)).limit(READERS).toList();
    for (int i = 0; i < 5; i++) {
      other.submit("m" + i).expect(201);
      other.drain(1).expect(200);
    }
    assertThat(waiting).noneMatch(CompletableFuture::isDone);

    mailbox.submit("for-all").expect(201);

    CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(waiting)
        .allSatisfy(reply -> assertThat(RestMailbox.ids(reply.join())).containsExactly("for-all"));
  }

  @Test
  void readerThatHungUpTakesNothingWithIt() {
    TestPrincipal receiver = domain.receiver();
    try (RawHttp connection = RawHttp.connect(TestServer.baseUri())) {
      connection
          .send(
              "GET /restante/v1"
                  + mailbox.path()
                  + "/envelopes?waitSeconds=25 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                  + receiver.token()
                  + "\r\n\r\n")
          .cut();
    }

    mailbox.submit("m1").expect(201);

    assertThat(mailbox.as(receiver).pendingIds()).containsExactly("m1");
    assertThat(RestMailbox.ids(mailbox.as(receiver).drain(10))).containsExactly("m1");
  }

  private static CompletableFuture<Reply> wait(RestMailbox mailbox, int seconds) {
    return waitFor(mailbox, "waitSeconds=" + seconds);
  }

  private static CompletableFuture<Reply> waitFor(RestMailbox mailbox, String query) {
    return mailbox.caller().sendAsync("GET", mailbox.path() + "/envelopes?" + query, null);
  }
}
