package io.restante.queue;

import jakarta.json.stream.JsonGenerator;

/** A message, by its queue and its place among all that were ever sent there. */
record MessageKey(long queueId, long sequence) {
  void writeTo(JsonGenerator json) {
    json.writeStartArray().write(queueId).write(sequence).writeEnd();
  }
}
