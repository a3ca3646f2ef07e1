package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagingIT {

  private MailboxFixture domain;
  private RestMailbox mailbox;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
  }

  @Test
  void emptyMailboxHasAPageWithACursorToGoOnFrom() {
    JsonNode page = mailbox.pull("").expect(200).json();

    assertThat(page.path("envelopes").isArray()).isTrue();
    assertThat(page.path("envelopes")).isEmpty();
    assertThat(page.path("hasMore").asBoolean(true)).isFalse();
    assertNextAfterIsNull(page);
    mailbox.submit("m1").expect(201);
    assertThat(RestMailbox.ids(next(page, ""))).containsExactly("m1");
  }

  @Test
  void envelopeIsReturnedWithAllThatItsRecipientNeeds() {
    TestPrincipal sender = domain.sender();
    Map<String, Object> more =
        Map.of("contentType", "application/x-sealed", "protocolVersion", 1, "ttlSeconds", 3_600);
    JsonNode receipt =
        mailbox.as(sender).submit("m1", new byte[] {0, -1, 7}, more).expect(201).json();

    JsonNode envelope = mailbox.pull("").expect(200).json().path("envelopes").path(0);

    assertThat(envelope.path("sender").asText()).isEqualTo(sender.id());
    assertThat(envelope.path("messageId").asText()).isEqualTo("m1");
    assertThat(envelope.path("sequence").asLong()).isEqualTo(1);
    assertThat(envelope.path("acceptedAt")).isEqualTo(receipt.path("acceptedAt"));
    assertThat(envelope.path("expiresAt")).isEqualTo(receipt.path("expiresAt"));
    assertThat(envelope.path("protocolVersion").asInt()).isEqualTo(1);
    assertThat(envelope.path("contentType").asText()).isEqualTo("application/x-sealed");
    assertThat(envelope.path("body").asText()).isEqualTo("AP8H");
  }

  @Test
  void readingChangesNothing() {
    submit(3);
    List<List<String>> before = MailboxRows.everything(mailbox);

    assertThat(RestMailbox.ids(mailbox.pull("limit=2"))).containsExactly("m0", "m1");
    assertThat(RestMailbox.ids(mailbox.pull("limit=2"))).containsExactly("m0", "m1");

    assertThat(MailboxRows.everything(mailbox)).isEqualTo(before);
  }

  @Test
  void nextAfterSequenceIsTheLastReturnedWhenMoreExistsAndElseNull() {
    submit(5);

    JsonNode first = mailbox.pull("after=0&limit=2").expect(200).json();
    assertThat(first.path("nextAfterSequence").asLong()).isEqualTo(2);
    assertThat(first.path("hasMore").asBoolean()).isTrue();
    JsonNode second = mailbox.pull("after=2&limit=2").expect(200).json();
    assertThat(ids(second)).containsExactly("m2", "m3");
    assertThat(second.path("nextAfterSequence").asLong()).isEqualTo(4);
    JsonNode third = mailbox.pull("after=4&limit=2").expect(200).json();
    assertThat(ids(third)).containsExactly("m4");
    assertNextAfterIsNull(third);
  }

  @Test
  void fullLastPageSaysThatThereIsNoMore() {
    submit(4);

    JsonNode last = mailbox.pull("after=2&limit=2").expect(200).json();

    assertThat(ids(last)).containsExactly("m2", "m3");
    assertThat(last.path("hasMore").asBoolean(true)).isFalse();
    assertNextAfterIsNull(last);
  }

  @Test
  void afterTheLastSequenceThereAreOnlyLaterArrivals() {
    submit(3);

    assertThat(RestMailbox.ids(mailbox.pull("after=3"))).isEmpty();
    assertThat(RestMailbox.ids(mailbox.pull("after=9223372036854775807"))).isEmpty();
    mailbox.submit("later").expect(201);
    assertThat(RestMailbox.ids(mailbox.pull("after=3"))).containsExactly("later");
  }

  @Test
  void pageHoldsFiftyUnlessToldOtherwise() {
    submit(101);

    assertThat(RestMailbox.ids(mailbox.pull(""))).hasSize(50);
    assertThat(RestMailbox.ids(mailbox.pull("limit=1"))).hasSize(1);
    assertThat(RestMailbox.ids(mailbox.pull("limit=100"))).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=101",
        "limit=-1",
        "limit=abc",
        "limit=",
        "limit=1.5",
        "after=-1",
        "after=x",
        "after=9223372036854775808",
        "waitSeconds=-1",
        "waitSeconds=26",
        "waitSeconds=a",
        "sender=not%20a%20name"
      })
  void boundsOfTheQueryAreNamed(String query) {
    Reply reply = mailbox.pull(query).expect(400);

    assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.text("detail")).contains(query.substring(0, query.indexOf('=')));
  }

  @Test
  void cursorAndAfterExcludeEachOther() {
    String cursor = mailbox.pull("").text("nextCursor");

    assertThat(mailbox.pull("after=0&cursor=" + cursor).expect(400).code())
        .isEqualTo("VALIDATION_FAILED");
  }

  @Test
  void cursorOfOneFilterWorksWithAnother() {
    TestPrincipal alice = domain.sender();
    TestPrincipal bob = domain.sender();
    for (int i = 0; i < 4; i++) {
      mailbox.as(alice).submit("a" + i).expect(201);
      mailbox.as(bob).submit("b" + i).expect(201);
    }

    JsonNode first = mailbox.pull("limit=2&sender=" + alice.id()).expect(200).json();
    assertThat(ids(first)).containsExactly("a0", "a1");
    assertThat(RestMailbox.ids(next(first, "&sender=" + bob.id())))
        .containsExactly("b1", "b2", "b3");
    assertThat(RestMailbox.ids(next(first, "&sender=" + alice.id()))).containsExactly("a2", "a3");
    assertThat(RestMailbox.ids(next(first, ""))).containsExactly("b1", "a2", "b2", "a3", "b3");
    assertThat(RestMailbox.ids(next(first, "&sender=nobody"))).isEmpty();
  }

  @Test
  void filteredPageSaysWhetherMoreOfItsSenderFollows() {
    TestPrincipal alice = domain.sender();
    mailbox.as(alice).submitAll(List.of("a1", "a2", "a3"));
    mailbox.submit("other").expect(201);

    JsonNode some = mailbox.pull("limit=2&sender=" + alice.id()).expect(200).json();
    JsonNode all = mailbox.pull("limit=3&sender=" + alice.id()).expect(200).json();

    assertThat(some.path("nextAfterSequence").asLong()).isEqualTo(2);
    assertNextAfterIsNull(all);
    assertThat(count("?sender=" + alice.id())).isEqualTo(3);
    assertThat(count("?sender=nobody")).isZero();
    assertThat(count("")).isEqualTo(4);
  }

  @Test
  void finalizingBetweenPagesNeitherSkipsNorRepeats() {
    TestPrincipal sender = domain.sender();
    RestMailbox sending = mailbox.as(sender);
    sending.submitAll(IntStream.range(0, 12).mapToObj(i -> "m" + i).toList());
    List<String> read = new ArrayList<>();

    JsonNode page = mailbox.pull("limit=3").expect(200).json();
    read.addAll(ids(page));
    mailbox.acknowledge(sender.id(), "m0", "m2", "m4");
    page = next(page, "&limit=3").expect(200).json();
    read.addAll(ids(page));
    mailbox.drain(2).expect(200);
    mailbox.discard(sender.id(), "m8", "OTHER").expect(200);
    sending.submit("m12").expect(201);
    page = next(page, "&limit=3").expect(200).json();
    read.addAll(ids(page));
    read.addAll(RestMailbox.ids(next(page, "&limit=100")));

    assertThat(read)
        .containsExactly("m0", "m1", "m2", "m3", "m5", "m6", "m7", "m9", "m10", "m11", "m12");
  }

  private void submit(int number) {
    mailbox.submitAll(IntStream.range(0, number).mapToObj(i -> "m" + i).toList());
  }

  private Reply next(JsonNode page, String more) {
    return mailbox.pull("cursor=" + page.path("nextCursor").asText() + more);
  }

  private long count(String query) {
    return mailbox
        .caller()
        .get(mailbox.path() + "/envelopes/count" + query)
        .expect(200)
        .json()
        .path("count")
        .asLong(-1);
  }

  private static List<String> ids(JsonNode page) {
    return page.path("envelopes").findValuesAsText("messageId");
  }

  private static void assertNextAfterIsNull(JsonNode page) {
    assertThat(page.has("nextAfterSequence")).as("the field is there").isTrue();
    assertThat(page.path("nextAfterSequence").isNull()).isTrue();
  }
}
