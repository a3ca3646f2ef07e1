package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sender learns of its recipient by sending the same envelope again. */
class RetryAfterFinalizeIT {

  private final MailboxFixture domain = MailboxFixture.newDomain();
  private final TestPrincipal sender = domain.sender();

  @ParameterizedTest
  @ValueSource(strings = {"TIMED", "UNTIL_FINALIZED"})
  void retryLooksTheSameWhetherOrNotTheRecipientDecided(String retention) {
    RestMailbox mailbox = domain.mailbox(Map.of("retention", retention));
    JsonNode first = submit(mailbox, "m1", 201);
    JsonNode pending = submit(mailbox, "m1", 200);
    submit(mailbox, "m2", 201);
    JsonNode otherPending = submit(mailbox, "m2", 200);

    mailbox.acknowledge(sender.id(), "m1");
    mailbox.discard(sender.id(), "m2", "POLICY_REJECTED").expect(200);

    assertThat(submit(mailbox, "m1", 200)).isEqualTo(pending);
    assertThat(submit(mailbox, "m2", 200)).isEqualTo(otherPending);
    assertThat(pending.has("state")).isFalse();
    assertThat(pending.path("duplicate").asBoolean()).isTrue();
    assertThat(first.path("duplicate").asBoolean(true)).isFalse();
    assertThat(pending.path("acceptedAt")).isEqualTo(first.path("acceptedAt"));
    assertThat(pending.path("expiresAt")).isEqualTo(first.path("expiresAt"));
  }

  @Test
  void answerOfASubmitSaysNeitherSequenceNorCounts() {
    RestMailbox mailbox = domain.mailbox();

    assertThat(submit(mailbox, "m1", 201).fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("messageId", "acceptedAt", "expiresAt", "duplicate");
  }

  @Test
  void whereFinalizationIsToldItIsNotSaidWhich() {
    RestMailbox mailbox = domain.mailbox(Map.of("acknowledgements", "FINALIZED"));
    assertThat(submit(mailbox, "m1", 201).path("state").asText()).isEqualTo("PENDING");
    assertThat(submit(mailbox, "m1", 200).path("state").asText()).isEqualTo("PENDING");
    submit(mailbox, "m2", 201);

    mailbox.acknowledge(sender.id(), "m1");
    mailbox.discard(sender.id(), "m2", "USER_REJECTED").expect(200);

    JsonNode committed = submit(mailbox, "m1", 200);
    JsonNode discarded = submit(mailbox, "m2", 200);
    assertThat(committed.path("state").asText()).isEqualTo("FINALIZED");
    assertThat(withoutNames(committed)).isEqualTo(withoutNames(discarded));
  }

  private JsonNode submit(RestMailbox mailbox, String messageId, int status) {
    return mailbox.as(sender).submit(messageId, new byte[] {1}).expect(status).json();
  }

  private static ObjectNode withoutNames(JsonNode receipt) {
    return ((ObjectNode) receipt).remove(Set.of("messageId", "acceptedAt", "expiresAt"));
  }
}
