package io.restante.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a message says: its payload and headers, as one string of bytes. Its length is what counts
 * against the limits of a queue.
 */
record MessageBody(String payload, Map<String, String> headers) {
  static MessageBody of(OutgoingMessage message) {
    return new MessageBody(message.payload(), message.headers());
  }

  /** The length of the headers, the headers as JSON, the payload. */
  byte[] bytes() {
    byte[] first = headers.isEmpty() ? new byte[0] : headersAsJson().getBytes(UTF_8);
    byte[] second = payload.getBytes(UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + first.length + second.length)
        .putInt(first.length)
        .put(first)
        .put(second)
        .array();
  }

  static MessageBody ofBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int first = buffer.getInt();
    String headers = new String(bytes, Integer.BYTES, first, UTF_8);
    int start = Integer.BYTES + first;
    return new MessageBody(
        new String(bytes, start, bytes.length - start, UTF_8),
        first == 0 ? Map.of() : headersOf(headers));
  }

  private String headersAsJson() {
    JsonObjectBuilder json = Json.createObjectBuilder();
    new TreeMap<>(headers).forEach(json::add);
    return json.build().toString();
  }

  private static Map<String, String> headersOf(String json) {
    Map<String, String> headers = new TreeMap<>();
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      JsonObject object = reader.readObject();
      object.forEach((name, value) -> headers.put(name, ((JsonString) value).getString()));
    }
    return headers;
  }
}
