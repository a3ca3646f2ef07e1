package io.restante.queue;

import io.restante.error.ValidationFailedException;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.stream.JsonParser;
import java.io.StringReader;

/** JSON as text. */
final class JsonText {
  private JsonText() {}

  /**
   * @throws ValidationFailedException if it is not one JSON value
   */
  static void require(String field, String text) {
    try (JsonParser parser = Json.createParser(new StringReader(text))) {
      while (parser.hasNext()) {
        parser.next();
      }
    } catch (JsonException notJson) {
      throw new ValidationFailedException(field, "must be a JSON value");
    }
  }
}
