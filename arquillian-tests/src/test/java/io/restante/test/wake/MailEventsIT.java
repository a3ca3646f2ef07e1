package io.restante.test.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.LiveSettings;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class MailEventsIT {

  private final List<EventStream> streams = new ArrayList<>();
  private final LiveSettings settings = TestServer.settings();
  private MailboxFixture domain;
  private RestMailbox mailbox;
  private TestPrincipal receiver;

  @BeforeEach
  void makeMailbox() {
    settings.set("restante.wake.stream.heartbeat", "PT1S").apply();
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    receiver = domain.receiver();
  }

  @AfterEach
  void close() {
    streams.forEach(EventStream::close);
    settings.close();
  }

  @Test
  void mailIsToldWithoutContentAtOnce() {
    EventStream stream = open(mailbox);
    await().atMost(Duration.ofSeconds(20)).until(() -> stream.signsOfLife() > 0);
    assertThat(stream.response().headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    assertThat(stream.response().headers().firstValue("Cache-Control")).hasValue("no-store");

    mailbox.submit("m1").expect(201);

    stream.awaitMails(1);
    assertThat(stream.lines()).contains("retry: 3000", "event: mail", "data: {}");
    assertThat(stream.lines()).noneMatch(line -> line.contains("m1"));
  }

  @Test
  void mailThatWasThereBeforeIsToldFirst() {
    mailbox.submit("m1").expect(201);

    open(mailbox).awaitMails(1);
  }

  @Test
  void everyGrowthIsToldAndNothingElse() {
    EventStream stream = open(mailbox);
    await().atMost(Duration.ofSeconds(20)).until(() -> stream.signsOfLife() > 2);
    assertThat(stream.mails()).isZero();

    mailbox.submit("m1").expect(201);
    stream.awaitMails(1);
    mailbox.submit("m2").expect(201);
    stream.awaitMails(2);
    long signs = stream.signsOfLife();
    await().atMost(Duration.ofSeconds(20)).until(() -> stream.signsOfLife() > signs + 1);

    assertThat(stream.mails()).isEqualTo(2);
  }

  @Test
  void streamEndsWhenTheTokenIsRevoked() {
    EventStream stream = open(mailbox);

    domain
        .admin()
        .delete("/principals/" + receiver.id() + "/tokens/" + receiver.tokenId())
        .expect(204);

    stream.awaitEnd();
  }

  @Test
  void streamEndsWhenTheGrantIsTaken() {
    EventStream stream = open(mailbox);

    domain.replaceGrants(receiver);

    stream.awaitEnd();
  }

  @Test
  void streamEndsWhenTheMailboxIsDeleted() {
    EventStream stream = open(mailbox);

    mailbox.delete(false).expect(204);

    stream.awaitEnd();
  }

  @Test
  void streamOfAMailboxThatIsMadeAnewIsNotThatOfTheOldOne() {
    EventStream stream = open(mailbox);

    mailbox.delete(false).expect(204);
    mailbox.put(Map.of()).expect(201);

    stream.awaitEnd();
    assertThat(stream.mails()).isZero();
  }

  @Test
  void principalHasSoManyStreamsAndAnotherWhenOneEnds() {
    settings.set("restante.wake.stream.most-per-principal", "3").apply();
    for (int i = 0; i < 3; i++) {
      open(mailbox);
    }

    Reply refused = receiver.client().get(mailbox.path() + "/events");
    Refusals.require(refused, 429, "RESOURCE_EXHAUSTED");
    assertThat(refused.header("Retry-After")).isPresent();
    domain.receiver().client().get(mailbox.path() + "/events").expect(200);

    streams.get(0).close();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> receiver.client().get(mailbox.path() + "/events").status() == 200);
  }

  @Test
  void nodeHasSoManyStreams() {
    settings.set("restante.wake.stream.most", "1").apply();
    // The server learns at the next sign of life that the streams of other tests are closed.
    await().atMost(Duration.ofSeconds(20)).until(() -> tryToOpen(mailbox).status() == 200);

    Refusals.require(
        domain.receiver().client().get(mailbox.path() + "/events"), 429, "RESOURCE_EXHAUSTED");
  }

  @Test
  void hundredStreamsAreToldAndHoldNothingThatOthersNeed() {
    settings.set("restante.wake.stream.most-per-principal", "100").apply();
    for (int i = 0; i < 100; i++) {
      open(mailbox);
    }
    RestMailbox other = domain.mailbox();
    for (int i = 0; i < 10; i++) {
      other.submit("m" + i).expect(201);
      other.drain(1).expect(200);
    }

    mailbox.submit("for-all").expect(201);

    streams.forEach(stream -> stream.awaitMails(1));
  }

  private EventStream open(RestMailbox watched) {
    EventStream stream = tryToOpen(watched);
    assertThat(stream.status()).isEqualTo(200);
    return stream;
  }

  private EventStream tryToOpen(RestMailbox watched) {
    EventStream stream = EventStream.open(TestServer.baseUri(), watched.path(), receiver.token());
    streams.add(stream);
    return stream;
  }
}
