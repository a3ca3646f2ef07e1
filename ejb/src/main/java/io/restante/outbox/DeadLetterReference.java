package io.restante.outbox;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.StringReader;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What administrators see of something that was given up, in the queue {@code restante.dlq.<kind>}:
 * properties of a message without content. The thing itself stays in the database; moving the
 * reference to {@code restante.redrive} has it begun anew, deleting it does nothing.
 *
 * @param kind what it is, and the end of the queue's name
 * @param domain null if it has none, or it is gone
 * @param resource as in the audit; null if it is gone
 * @param messageId null if it has none
 * @param id what identifies it within its kind
 * @param generation how often it was begun anew before; a reference of another generation does
 *     nothing
 * @param reason the code of its last failure
 */
public record DeadLetterReference(
    String kind,
    String domain,
    String resource,
    String messageId,
    long id,
    int generation,
    String reason,
    int attempts,
    Instant firstSeen) {

  private static final String KIND = "kind";
  private static final String DOMAIN = "domain";
  private static final String RESOURCE = "resource";
  private static final String MESSAGE_ID = "messageId";
  private static final String ID = "id";
  private static final String GENERATION = "generation";
  private static final String REASON = "reason";
  private static final String ATTEMPTS = "attempts";
  private static final String FIRST_SEEN = "firstSeen";

  /** The intent to show it, for the transaction that gives the thing up. */
  public OutboxIntent intent(Instant now) {
    JsonObjectBuilder detail = Json.createObjectBuilder();
    properties().forEach(detail::add);
    return OutboxIntent.of(EventType.DEAD_LETTER, kind, id, detail.build().toString(), now);
  }

  /** By name, without those that it does not have. */
  public Map<String, String> properties() {
    Map<String, String> properties = new TreeMap<>();
    properties.put(KIND, kind);
    properties.put(DOMAIN, domain);
    properties.put(RESOURCE, resource);
    properties.put(MESSAGE_ID, messageId);
    properties.put(ID, Long.toString(id));
    properties.put(GENERATION, Integer.toString(generation));
    properties.put(REASON, reason);
    properties.put(ATTEMPTS, Integer.toString(attempts));
    properties.put(FIRST_SEEN, firstSeen.toString());
    properties.values().removeIf(value -> value == null);
    return properties;
  }

  /**
   * @throws IllegalArgumentException if they are not those of a reference
   */
  static DeadLetterReference of(Map<String, String> properties) {
    try {
      return new DeadLetterReference(
          required(properties, KIND),
          properties.get(DOMAIN),
          properties.get(RESOURCE),
          properties.get(MESSAGE_ID),
          Long.parseLong(required(properties, ID)),
          Integer.parseInt(required(properties, GENERATION)),
          required(properties, REASON),
          Integer.parseInt(required(properties, ATTEMPTS)),
          Instant.parse(required(properties, FIRST_SEEN)));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(FIRST_SEEN, e);
    }
  }

  /** Of the event that bears its intent. */
  static DeadLetterReference of(DueEvent event) {
    Map<String, String> properties = new TreeMap<>();
    try (JsonReader reader = Json.createReader(new StringReader(event.detail()))) {
      JsonObject detail = reader.readObject();
      detail.forEach((name, value) -> properties.put(name, ((JsonString) value).getString()));
    }
    return of(properties);
  }

  private static String required(Map<String, String> properties, String name) {
    String value = properties.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name);
    }
    return value;
  }
}
