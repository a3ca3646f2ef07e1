package io.restante.database;

import jakarta.json.Json;
import jakarta.json.stream.JsonGenerator;
import jakarta.json.stream.JsonGeneratorFactory;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Map;

/** A list of keys as one parameter of a statement. */
public final class JsonList {
  private static final JsonGeneratorFactory JSON = Json.createGeneratorFactory(Map.of());

  private static final DateTimeFormatter DATETIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private JsonList() {}

  /** The keys as a JSON array, in their order. */
  public static <T> String of(Collection<T> keys, Writer<T> writer) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartArray();
      keys.forEach(key -> writer.write(key, json));
      json.writeEnd();
    }
    return text.toString();
  }

  /** Writes an instant as the tables keep it, in UTC; null stays null. */
  public static JsonGenerator write(JsonGenerator json, Instant instant) {
    return instant == null ? json.writeNull() : json.write(DATETIME.format(instant));
  }

  /** Writes a number; null stays null. */
  public static JsonGenerator write(JsonGenerator json, Long number) {
    return number == null ? json.writeNull() : json.write(number);
  }

  /** Writes a text; null stays null. */
  public static JsonGenerator write(JsonGenerator json, String text) {
    return text == null ? json.writeNull() : json.write(text);
  }

  /** Writes one key as one value. */
  public interface Writer<T> {
    void write(T key, JsonGenerator json);
  }
}
