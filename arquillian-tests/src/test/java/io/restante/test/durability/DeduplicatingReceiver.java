package io.restante.test.durability;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.RestMailbox;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A client as it should be: it goes on from where it was, and processes no envelope twice, whatever
 * it is given.
 */
final class DeduplicatingReceiver {

  private final RestMailbox mailbox;
  private final Map<String, String> senders = new HashMap<>();
  private final List<String> processed = new ArrayList<>();
  private String cursor = "";

  DeduplicatingReceiver(RestMailbox mailbox) {
    this.mailbox = mailbox;
  }

  /** Reads on, to the end. */
  void read() {
    JsonNode page;
    do {
      page =
          mailbox
              .pull(cursor.isEmpty() ? "limit=3" : "limit=3&cursor=" + cursor)
              .expect(200)
              .json();
      page.path("envelopes").forEach(this::receive);
      cursor = page.path("nextCursor").asText();
    } while (page.path("hasMore").asBoolean());
  }

  /** As after its own restart; goes on later from where it was before. */
  void readFromTheBeginning() {
    String before = cursor;
    cursor = "";
    read();
    cursor = before;
  }

  Reply acknowledge(String key, String... messageIds) {
    List<Map<String, String>> items =
        Arrays.stream(messageIds).map(id -> RestMailbox.identity(senders.get(id), id)).toList();
    Reply reply = mailbox.as(mailbox.caller().withKey(key)).acknowledge(items).expect(200);
    if (!RestMailbox.results(reply).stream().allMatch("COMMITTED"::equals)) {
      throw new AssertionError(reply + " is not a first acknowledgement");
    }
    return reply;
  }

  void discard(String messageId) {
    Reply reply = mailbox.discard(senders.get(messageId), messageId, "OTHER").expect(200);
    if (!reply.text("status").equals("DISCARDED")) {
      throw new AssertionError(reply + " is not a first discard");
    }
  }

  /** The messageIds of what it processed, in order. */
  List<String> processed() {
    return processed;
  }

  private void receive(JsonNode envelope) {
    String messageId = envelope.path("messageId").asText();
    if (senders.put(messageId, envelope.path("sender").asText()) == null) {
      processed.add(messageId);
    }
  }
}
