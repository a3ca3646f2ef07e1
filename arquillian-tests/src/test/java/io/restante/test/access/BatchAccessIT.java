package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A batch over mailboxes of which the caller may submit to some. */
class BatchAccessIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();

  @Test
  void eachItemIsDecidedByItsOwnGrant() {
    RestMailbox allowed = fixture.mailbox();
    RestMailbox foreign = fixture.mailbox();
    RestMailbox readable = fixture.mailbox();
    TestPrincipal caller =
        fixture.principal(
            fixture.grant("mailbox:submit", "mailboxes/" + allowed.name()),
            fixture.grant("mailbox:receive", "mailboxes/" + readable.name()));

    List<JsonNode> items =
        items(submit(caller, fixture, allowed.name(), foreign.name(), readable.name(), "unknown"));

    assertThat(items)
        .extracting(item -> item.path("status").asInt())
        .containsExactly(201, 404, 403, 404);
    assertThat(items.get(3).path("problem")).isEqualTo(items.get(1).path("problem"));
    assertThat(allowed.count()).isEqualTo(1);
    assertThat(foreign.count()).isZero();
    assertThat(readable.count()).isZero();
  }

  @Test
  void batchIntoAForeignDomainLooksLikeOneIntoNone() {
    MailboxFixture other = MailboxFixture.newDomain();
    RestMailbox mailbox = other.mailbox();
    TestPrincipal caller = fixture.sender();

    JsonNode foreign = items(submit(caller, other, mailbox.name())).get(0);
    Reply unknown =
        caller
            .client()
            .post("/domains/no.such.domain/envelopes", Map.of("items", envelopes(mailbox.name())));

    assertThat(foreign.path("status").asInt()).isEqualTo(404);
    assertThat(withoutRequestId(items(unknown).get(0))).isEqualTo(withoutRequestId(foreign));
    assertThat(mailbox.count()).isZero();
  }

  private static Reply submit(TestPrincipal caller, MailboxFixture domain, String... mailboxes) {
    return caller
        .client()
        .post("/domains/" + domain.domain() + "/envelopes", Map.of("items", envelopes(mailboxes)));
  }

  private static List<Map<String, String>> envelopes(String... mailboxes) {
    List<Map<String, String>> items = new ArrayList<>();
    for (String mailbox : mailboxes) {
      items.add(Map.of("mailbox", mailbox, "messageId", "m", "body", ""));
    }
    return items;
  }

  private static List<JsonNode> items(Reply reply) {
    List<JsonNode> items = new ArrayList<>();
    reply.expect(200).json().path("items").forEach(items::add);
    return items;
  }

  private static String withoutRequestId(JsonNode item) {
    return item.toString().replace(item.path("problem").path("requestId").asText(), "");
  }
}
