package io.restante.web.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes every instant in UTC with three digits of a second, also when they are zeros. */
final class MillisecondInstants extends SimpleModule {
  private static final long serialVersionUID = 1L;
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  MillisecondInstants() {
    addSerializer(new Serializer());
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
}
