package io.restante.test.durability;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Submits to one mailbox, one envelope after the other. Unanswered submits are repeated, by some
 * senders with an Idempotency-Key, by the others with the messageId alone. Each wants to be told of
 * what is finalized.
 */
final class Sender implements Worker {

  private final TestPrincipal principal;
  private final RestMailbox mailbox;
  private final String home;
  private final boolean withKeys;
  private final PersistentCaller caller;
  private final List<Sent> sent = new ArrayList<>();

  Sender(
      TestPrincipal principal,
      RestMailbox mailbox,
      String home,
      boolean withKeys,
      PersistentCaller caller) {
    this.principal = principal;
    this.mailbox = mailbox;
    this.home = home;
    this.withKeys = withKeys;
    this.caller = caller;
  }

  private record Sent(String messageId, Reply answer) {}

  @Override
  public void step() {
    String messageId = "message-%05d".formatted(sent.size() + 1);
    PersistentCaller.Decision decision = caller.untilDecided(() -> submit(messageId));
    Reply answer = decision.reply();
    assertThat(answer.status()).as("%s", answer).isIn(200, 201);
    boolean duplicate = answer.json().path("duplicate").asBoolean();
    assertThat(duplicate).as("%s", answer).isEqualTo(answer.status() == 200);
    if (withKeys || !decision.isOfRetry()) {
      assertThat(duplicate).as("duplicate in %s, %s", answer, decision.attempts()).isFalse();
    }
    sent.add(new Sent(messageId, answer));
  }

  String id() {
    return principal.id();
  }

  /** Every envelope that was accepted, in order. */
  List<String> sentIds() {
    return sent.stream().map(Sent::messageId).toList();
  }

  /** The acknowledgement that it gets once the envelope is finalized. */
  StoredMailbox.Identity acknowledgementOf(String messageId) {
    return new StoredMailbox.Identity(sent.get(0).answer().text("acknowledger"), messageId);
  }

  /** Sends some of the answered submits again; each must get the answer that it got before. */
  void assertAnswersAreReplayed(int most) {
    int stride = Math.max(1, sent.size() / most);
    for (int i = 0; i < sent.size(); i += stride) {
      assertReplayed(sent.get(i));
    }
  }

  private void assertReplayed(Sent first) {
    Reply again = submit(first.messageId());
    if (withKeys) {
      assertThat(again.header("Idempotency-Replayed")).as("%s", again).contains("true");
      assertThat(again.status()).as("%s", again).isEqualTo(first.answer().status());
      assertThat(again.text()).isEqualTo(first.answer().text());
    } else {
      again.expect(200);
      assertThat(again.json().path("duplicate").asBoolean()).isTrue();
      assertThat(again.text("acceptedAt")).isEqualTo(first.answer().text("acceptedAt"));
    }
  }

  private Reply submit(String messageId) {
    RestClient client = principal.client();
    RestMailbox mine = mailbox.as(withKeys ? client.withKey(messageId) : client);
    return mine.submit(messageId, Bodies.of(messageId), Map.of("acknowledgeTo", home));
  }
}
