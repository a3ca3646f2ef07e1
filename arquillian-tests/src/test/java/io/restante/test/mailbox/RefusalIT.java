package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A refused request changes nothing: rows, counters and sequences are as before. */
class RefusalIT {

  private static final byte[] BODY = {1};

  @Test
  void refusedRequestsLeaveTheMailboxExactlyAsItWas() {
    MailboxFixture domain = MailboxFixture.newDomain();
    TestPrincipal sender = domain.sender();
    RestMailbox mailbox = domain.mailbox(Map.of("maxPendingCount", 3, "maxEnvelopeBytes", 10));
    RestMailbox sending = mailbox.as(sender);
    sending.submitAll(List.of("pending", "committed", "discarded"));
    mailbox.acknowledge(sender.id(), "committed");
    mailbox.discard(sender.id(), "discarded", "USER_REJECTED").expect(200);
    sending.submitAll(List.of("p2", "p3"));
    List<List<String>> before = MailboxRows.everything(mailbox);

    refusals(domain, mailbox, sending)
        .forEach(
            (name, request) -> {
              Reply reply = request.get();
              assertThat(reply.status()).as(name + ": " + reply).isBetween(400, 499);
              assertThat(reply.code()).as(name).isNotEmpty();
              assertThat(MailboxRows.everything(mailbox)).as(name).isEqualTo(before);
            });
  }

  private static Map<String, Supplier<Reply>> refusals(
      MailboxFixture domain, RestMailbox mailbox, RestMailbox sending) {
    Map<String, Supplier<Reply>> refusals = new LinkedHashMap<>();
    refusals.put("full", () -> sending.submit("p4", BODY));
    refusals.put("conflict with pending", () -> sending.submit("pending", BODY));
    refusals.put("conflict with committed", () -> sending.submit("committed", BODY));
    refusals.put("conflict with discarded", () -> sending.submit("discarded", BODY));
    refusals.put("too large", () -> sending.submit("p4", new byte[11]));
    refusals.put("ttl too short", () -> sending.submit("p4", BODY, Map.of("ttlSeconds", 59)));
    refusals.put("version", () -> sending.submit("p4", BODY, Map.of("protocolVersion", 77)));
    refusals.put("unknown field", () -> sending.submit("p4", BODY, Map.of("surprise", 1)));
    refusals.put("no token", () -> mailbox.as(domain.admin().withToken("rst_no")).submit("p4"));
    refusals.put("no grant", () -> mailbox.as(domain.principal()).submit("p4"));
    refusals.put("receiver submits", () -> mailbox.as(domain.receiver()).submit("p4"));
    refusals.put("sender drains", () -> sending.drain(10));
    refusals.put("drain 0", () -> mailbox.drain(0));
    refusals.put("drain 101", () -> mailbox.drain(101));
    refusals.put("acknowledge nothing", () -> mailbox.acknowledge(List.of()));
    refusals.put(
        "acknowledge 101",
        () -> mailbox.acknowledge(Collections.nCopies(101, RestMailbox.identity("s", "pending"))));
    refusals.put("discard unknown", () -> mailbox.discard("nobody", "m", "OTHER"));
    refusals.put("discard without reason", () -> mailbox.discard("nobody", "m", "BECAUSE"));
    refusals.put("change retention", () -> mailbox.put(Map.of("retention", "UNTIL_FINALIZED")));
    refusals.put("bad settings", () -> mailbox.put(Map.of("maxPendingCount", 0)));
    refusals.put("delete non-empty", () -> mailbox.delete(false));
    refusals.put(
        "batch with a repetition",
        () ->
            sending
                .caller()
                .post(
                    "/domains/" + domain.domain() + "/envelopes",
                    Map.of(
                        "items",
                        Collections.nCopies(
                            2,
                            RestMailbox.envelope("p4", BODY, Map.of("mailbox", mailbox.name()))))));
    return refusals;
  }
}
