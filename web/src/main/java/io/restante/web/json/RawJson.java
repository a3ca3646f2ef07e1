package io.restante.web.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Objects;

/**
 * Any JSON value, {@code null} too, as its text: without insignificant white space, its numbers as
 * they were written and its members in their order. Written into a document as it is.
 */
@JsonDeserialize(using = RawJson.Deserializer.class)
@JsonSerialize(using = RawJson.Serializer.class)
public record RawJson(String text) {
  public RawJson {
    Objects.requireNonNull(text);
  }

  static final class Serializer extends StdSerializer<RawJson> {
    private static final long serialVersionUID = 1L;

    Serializer() {
      super(RawJson.class);
    }

    @Override
    public void serialize(RawJson value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeRawValue(value.text());
    }
  }

  static final class Deserializer extends StdDeserializer<RawJson> {
    private static final long serialVersionUID = 1L;

    Deserializer() {
      super(RawJson.class);
    }

    @Override
    public RawJson deserialize(JsonParser json, DeserializationContext context) throws IOException {
      StringWriter text = new StringWriter();
      try (JsonGenerator copy = json.getCodec().getFactory().createGenerator(text)) {
        copyValue(json, copy);
      }
      return new RawJson(text.toString());
    }

    /** It was said to be null. */
    @Override
    public RawJson getNullValue(DeserializationContext context) {
      return new RawJson("null");
    }

    /** Nothing was said. */
    @Override
    public Object getAbsentValue(DeserializationContext context) {
      return null;
    }

    private static void copyValue(JsonParser json, JsonGenerator copy) throws IOException {
      int depth = 0;
      for (JsonToken token = json.currentToken(); ; token = json.nextToken()) {
        if (token.isNumeric()) {
          copy.writeNumber(json.getText());
        } else {
          copy.copyCurrentEvent(json);
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth == 0) {
          return;
        }
      }
    }
  }
}
