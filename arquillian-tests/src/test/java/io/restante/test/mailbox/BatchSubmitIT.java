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

/** Up to a hundred submits in one request, each decided by itself. */
class BatchSubmitIT {

  private static final byte[] BODY = {1};

  private MailboxFixture domain;
  private TestPrincipal sender;
  private RestMailbox first;
  private RestMailbox second;

  @BeforeEach
  void makeMailboxes() {
    domain = MailboxFixture.newDomain();
    sender = domain.sender();
    first = domain.mailbox(Map.of("maxEnvelopeBytes", 100));
    second = domain.mailbox();
  }

  @Test
  void hundredItemsAreStoredInTheirOrder() {
    List<Map<String, Object>> items =
        IntStream.range(0, 100).mapToObj(i -> item(i % 2 == 0 ? first : second, "m" + i)).toList();

    JsonNode answer = submit(items).expect(200).json().path("items");

    assertThat(answer).hasSize(100);
    for (int i = 0; i < 100; i++) {
      JsonNode item = answer.get(i);
      assertThat(item.path("status").asInt()).isEqualTo(201);
      assertThat(item.path("messageId").asText()).isEqualTo("m" + i);
      assertThat(item.path("duplicate").asBoolean(true)).isFalse();
      assertThat(item.has("acceptedAt")).isTrue();
      assertThat(item.has("expiresAt")).isTrue();
      assertThat(item.has("problem")).isFalse();
    }
    assertThat(first.pendingIds()).isEqualTo(ids(0));
    assertThat(second.pendingIds()).isEqualTo(ids(1));
  }

  @Test
  void everyItemGetsTheAnswerOfTheSingleRoute() {
    RestMailbox full = domain.mailbox(Map.of("maxPendingCount", 1));
    full.submit("filler").expect(201);
    first.as(sender).submit("duplicate", BODY).expect(201);
    first.as(sender).submit("conflict", new byte[] {2}).expect(201);
    RestMailbox unknown = domain.mailboxNamed("nowhere");
    RestMailbox holding = domain.mailbox(Map.of("retention", "UNTIL_FINALIZED"));
    List<Map<String, Object>> items =
        List.of(
            item(first, "new"),
            item(first, "duplicate"),
            item(first, "conflict"),
            item(first, "large", new byte[101], Map.of()),
            item(unknown, "m"),
            item(full, "m"),
            item(first, "short", BODY, Map.of("ttlSeconds", 59)),
            item(first, "none", BODY, Map.of("ttlSeconds", 0)),
            item(holding, "timed", BODY, Map.of("ttlSeconds", 3_600)),
            item(second, "new"));

    JsonNode answer = submit(items).expect(200).json().path("items");

    assertThat(answer.findValuesAsText("status")).hasSizeGreaterThanOrEqualTo(items.size());
    assertItem(answer.get(0), 201, "", "new");
    assertItem(answer.get(1), 200, "", "duplicate");
    assertItem(answer.get(2), 409, "MESSAGE_ID_CONFLICT", "conflict");
    assertItem(answer.get(3), 413, "ENVELOPE_TOO_LARGE", "large");
    assertItem(answer.get(4), 404, "NOT_FOUND", "m");
    assertItem(answer.get(5), 429, "MAILBOX_FULL", "m");
    assertItem(answer.get(6), 400, "VALIDATION_FAILED", "short");
    assertItem(answer.get(7), 400, "VALIDATION_FAILED", "none");
    assertItem(answer.get(8), 400, "VALIDATION_FAILED", "timed");
    assertItem(answer.get(9), 201, "", "new");
    assertThat(answer.get(5).path("problem").path("retryAfterSeconds").asInt()).isPositive();
    assertThat(first.pendingIds()).containsExactly("duplicate", "conflict", "new");
    assertThat(second.pendingIds()).containsExactly("new");
  }

  @Test
  void malformedItemHarmsNoOther() {
    Map<String, Object> notBase64 = item(first, "m2");
    notBase64.put("body", "%%%");
    Map<String, Object> withoutBody = item(first, "m3");
    withoutBody.remove("body");
    Map<String, Object> withoutMailbox = item(first, "m4");
    withoutMailbox.remove("mailbox");

    JsonNode answer =
        submit(
                List.of(
                    item(first, "m1"),
                    notBase64,
                    withoutBody,
                    withoutMailbox,
                    item(first, "not an id"),
                    item(first, "m5")))
            .expect(200)
            .json()
            .path("items");

    assertItem(answer.get(0), 201, "", "m1");
    for (int i = 1; i <= 4; i++) {
      assertThat(answer.get(i).path("status").asInt()).as("item %s", i).isEqualTo(400);
      assertThat(answer.get(i).path("problem").path("code").asText())
          .isEqualTo("VALIDATION_FAILED");
    }
    assertThat(answer.get(1).path("problem").path("detail").asText()).contains("body");
    assertItem(answer.get(5), 201, "", "m5");
    assertThat(first.pendingIds()).containsExactly("m1", "m5");
  }

  @Test
  void nothingIsStoredIfEveryItemIsMalformed() {
    Map<String, Object> notBase64 = item(first, "m1");
    notBase64.put("body", "%%%");

    JsonNode answer = submit(List.of(notBase64)).expect(200).json().path("items");

    assertThat(answer.get(0).path("status").asInt()).isEqualTo(400);
    assertThat(first.count()).isZero();
  }

  @Test
  void oneIdentityTwiceRefusesTheWholeRequest() {
    Reply refused =
        submit(List.of(item(first, "m1"), item(first, "m2"), item(first, "m1"))).expect(400);

    assertThat(refused.code()).isEqualTo("VALIDATION_FAILED");
    assertThat(first.count()).isZero();
    submit(List.of(item(first, "m1"), item(second, "m1"))).expect(200);
    assertThat(first.count() + second.count()).isEqualTo(2);
  }

  @Test
  void noItemAndMoreThanHundredAreRefused() {
    List<Map<String, Object>> tooMany =
        IntStream.range(0, 101).mapToObj(i -> item(first, "m" + i)).toList();

    assertThat(submit(tooMany).expect(400).code()).isEqualTo("VALIDATION_FAILED");
    assertThat(submit(List.of()).expect(400).code()).isEqualTo("VALIDATION_FAILED");
    assertThat(sender.client().post(route(), "{}").expect(400).code())
        .isEqualTo("VALIDATION_FAILED");
    assertThat(first.count()).isZero();
  }

  @Test
  void conflictInABatchIsAudited() {
    first.as(sender).submit("m1", new byte[] {2}).expect(201);

    submit(List.of(item(first, "m1"), item(second, "m1"))).expect(200);

    assertThat(
            MailboxRows.query(
                "SELECT principal FROM audit_record WHERE domain = ? AND resource = ?"
                    + " AND outcome = 'MESSAGE_ID_CONFLICT'",
                row -> row.getString(1),
                first.domain(),
                "mailboxes/" + first.name()))
        .containsExactly(sender.id());
  }

  @Test
  void itemOfAMailboxThatTheCallerMayNotSeeIsNotFound() {
    TestPrincipal restricted =
        domain.principal(domain.grant("mailbox:submit", "mailboxes/" + first.name()));

    JsonNode answer =
        restricted
            .client()
            .post(route(), Map.of("items", List.of(item(second, "m1"), item(first, "m1"))))
            .expect(200)
            .json()
            .path("items");

    assertItem(answer.get(0), 404, "NOT_FOUND", "m1");
    assertItem(answer.get(1), 201, "", "m1");
    assertThat(second.count()).isZero();
  }

  private Reply submit(List<Map<String, Object>> items) {
    return sender.client().post(route(), Map.of("items", items));
  }

  private String route() {
    return "/domains/" + domain.domain() + "/envelopes";
  }

  private static Map<String, Object> item(RestMailbox mailbox, String messageId) {
    return item(mailbox, messageId, BODY, Map.of());
  }

  private static Map<String, Object> item(
      RestMailbox mailbox, String messageId, byte[] body, Map<String, ?> more) {
    Map<String, Object> item = RestMailbox.envelope(messageId, body, more);
    item.put("mailbox", mailbox.name());
    return item;
  }

  private static void assertItem(JsonNode item, int status, String code, String messageId) {
    assertThat(item.path("status").asInt()).as(item.toString()).isEqualTo(status);
    assertThat(item.path("problem").path("code").asText()).isEqualTo(code);
    assertThat(item.path("messageId").asText()).isEqualTo(messageId);
  }

  private static List<String> ids(int parity) {
    List<String> ids = new ArrayList<>();
    for (int i = parity; i < 100; i += 2) {
      ids.add("m" + i);
    }
    return ids;
  }
}
