package io.restante.mailbox;

import io.restante.outbox.DueEvent;
import io.restante.outbox.EventType;
import io.restante.outbox.OutboxIntent;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.time.Instant;

/**
 * That an envelope was finalized, on its way to the mailbox where its sender wants to be told. It
 * is the same whatever the decision was.
 *
 * @param target the id of that mailbox
 * @param acknowledger the sender that it bears, see {@link Mailbox#acknowledgerTo}
 */
record Acknowledgement(long target, String acknowledger, String messageId) {
  private static final String ACKNOWLEDGER = "acknowledger";
  private static final String MESSAGE_ID = "messageId";

  static Acknowledgement from(DueEvent event) {
    try (JsonReader reader = Json.createReader(new StringReader(event.detail()))) {
      JsonObject detail = reader.readObject();
      return new Acknowledgement(
          event.subjectId(), detail.getString(ACKNOWLEDGER), detail.getString(MESSAGE_ID));
    }
  }

  OutboxIntent intent(Instant now) {
    JsonObject detail =
        Json.createObjectBuilder()
            .add(ACKNOWLEDGER, acknowledger)
            .add(MESSAGE_ID, messageId)
            .build();
    return OutboxIntent.of(
        EventType.ACKNOWLEDGEMENT, MailboxNames.SUBJECT_TYPE, target, detail.toString(), now);
  }

  Identity identity() {
    return new Identity(target, acknowledger, messageId);
  }

  EnvelopeDraft draft() {
    return EnvelopeDraft.acknowledgement(acknowledger, messageId);
  }
}
