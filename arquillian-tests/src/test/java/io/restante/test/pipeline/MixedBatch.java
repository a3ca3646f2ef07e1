package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.durability.StoredMailbox;
import io.restante.test.durability.StoredMailbox.Identity;
import io.restante.test.durability.StoredMailbox.State;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One request of every kind for one mailbox, of which none disturbs another, each with what it must
 * lead to: new submits, one again, one in conflict, an acknowledgement, a discard.
 */
final class MixedBatch {

  private static final int NEW = 4;

  private final RestMailbox mailbox;
  private final String sender;
  private final List<Request> requests = new ArrayList<>();
  private final Map<Identity, State> states = new HashMap<>();

  private record Request(RestClient caller, String path, Object body, int status, String outcome) {
    Reply send() {
      return caller.post(path, body);
    }

    CompletableFuture<Reply> sendAsync() {
      return caller.sendAsync("POST", path, body);
    }
  }

  private MixedBatch(RestMailbox mailbox, String sender) {
    this.mailbox = mailbox;
    this.sender = sender;
  }

  /** Puts into the mailbox what the batch is about. */
  static MixedBatch prepare(MailboxFixture fixture, RestMailbox mailbox) {
    TestPrincipal sender = fixture.sender();
    mailbox.as(sender).submitAll(List.of("again", "conflict", "acknowledged", "discarded"));
    MixedBatch batch = new MixedBatch(mailbox, sender.id());
    for (int i = 0; i < NEW; i++) {
      batch.submit(sender, "new-" + i, "new", 201, "PENDING");
    }
    batch.submit(sender, "again", "again", 200, "PENDING");
    batch.submit(sender, "conflict", "another body", 409, "PENDING");
    batch.add(
        mailbox.caller(),
        "/acknowledgements",
        Map.of("items", List.of(RestMailbox.identity(sender.id(), "acknowledged"))),
        200,
        "\"COMMITTED\"");
    batch.expect("acknowledged", State.COMMITTED);
    batch.add(
        mailbox.caller(),
        "/discards",
        Map.of("sender", sender.id(), "messageId", "discarded", "reason", "OTHER"),
        200,
        "\"DISCARDED\"");
    batch.expect("discarded", State.DISCARDED);
    return batch;
  }

  List<Supplier<CompletableFuture<Reply>>> requests() {
    return requests.stream()
        .map(request -> (Supplier<CompletableFuture<Reply>>) request::sendAsync)
        .toList();
  }

  /** An envelope beside those of the batch. */
  void expectCommitted(String otherSender, String messageId) {
    states.put(new Identity(otherSender, messageId), State.COMMITTED);
  }

  /** Sends each again, with its key. */
  List<Reply> repeat() {
    return requests.stream().map(Request::send).toList();
  }

  String firstNew() {
    return "new-0";
  }

  int countNew() {
    return NEW;
  }

  void requireOutcomes(List<Reply> replies) {
    for (int i = 0; i < requests.size(); i++) {
      replies.get(i).expect(requests.get(i).status());
      assertThat(replies.get(i).text()).contains(requests.get(i).outcome());
    }
  }

  /** Every decided answer comes again; nothing happens twice. */
  void requireReplays(List<Reply> replies) {
    List<Reply> again = repeat();
    for (int i = 0; i < again.size(); i++) {
      assertThat(again.get(i).status()).isEqualTo(replies.get(i).status());
      if (again.get(i).status() < 300) {
        assertThat(again.get(i).text()).isEqualTo(replies.get(i).text());
        assertThat(again.get(i).header("Idempotency-Replayed")).hasValue("true");
      }
    }
  }

  void requireStored(StoredMailbox stored) {
    assertThat(stored.assertSound().states()).isEqualTo(states);
  }

  private void submit(
      TestPrincipal caller, String messageId, String body, int status, String outcome) {
    add(
        caller.client(),
        "/envelopes",
        RestMailbox.envelope(messageId, body.getBytes(StandardCharsets.UTF_8), Map.of()),
        status,
        status < 300 ? messageId : "MESSAGE_ID_CONFLICT");
    expect(messageId, State.valueOf(outcome));
  }

  private void expect(String messageId, State state) {
    states.put(new Identity(sender, messageId), state);
  }

  private void add(RestClient caller, String path, Object body, int status, String outcome) {
    requests.add(
        new Request(
            caller.withKey(MailboxFixture.unique("key")),
            mailbox.path() + path,
            body,
            status,
            outcome));
  }
}
