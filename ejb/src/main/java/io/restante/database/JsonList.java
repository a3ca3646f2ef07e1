package io.restante.database;

import jakarta.json.Json;
import jakarta.json.stream.JsonGenerator;
import jakarta.json.stream.JsonGeneratorFactory;
import java.io.StringWriter;
import java.util.Collection;
import java.util.Map;

/** A list of keys as one parameter of a statement. */
public final class JsonList {
  private static final JsonGeneratorFactory JSON = Json.createGeneratorFactory(Map.of());

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

  /** Writes one key as one value. */
  public interface Writer<T> {
    void write(T key, JsonGenerator json);
  }
}
