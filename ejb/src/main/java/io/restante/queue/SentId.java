package io.restante.queue;

import jakarta.json.stream.JsonGenerator;

/** A message, by its queue and the id that its producer gave it. */
record SentId(long queueId, String messageId) {
  void writeTo(JsonGenerator json) {
    json.writeStartArray().write(queueId).write(messageId).writeEnd();
  }
}
