package io.restante.web.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * Writes every instant in UTC with three digits of a second, also when they are zeros. Reads only
 * RFC 3339 times, never numbers, and cuts them to milliseconds.
 */
final class MillisecondInstants extends SimpleModule {
  private static final long serialVersionUID = 1L;
  private static final int MAX_YEAR = 9999;
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  MillisecondInstants() {
    addSerializer(new Serializer());
    addDeserializer(Instant.class, new Deserializer());
  }

  private static final class Serializer extends StdSerializer<Instant> {
    private static final long serialVersionUID = 1L;

    Serializer() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant instant, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(FORMAT.format(instant));
    }
  }

  private static final class Deserializer extends StdScalarDeserializer<Instant> {
    private static final long serialVersionUID = 1L;

    Deserializer() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      if (!json.hasToken(JsonToken.VALUE_STRING)) {
        return (Instant) context.handleUnexpectedToken(Instant.class, json);
      }
      try {
        OffsetDateTime time =
            OffsetDateTime.parse(json.getText()).withOffsetSameInstant(ZoneOffset.UTC);
        if (time.getYear() >= 0 && time.getYear() <= MAX_YEAR) {
          return time.toInstant().truncatedTo(ChronoUnit.MILLIS);
        }
      } catch (DateTimeException notTime) {
        // said below, without repeating what was sent
      }
      return (Instant)
          context.handleWeirdStringValue(Instant.class, json.getText(), "not an RFC 3339 time");
    }
  }
}
