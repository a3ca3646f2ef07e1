package io.restante.web.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The one JSON mapper. It refuses what it does not know: fields, repeated fields, numbers in
 * strings and strings in numbers, encodings other than UTF-8, whatever follows the document, deep
 * nesting. A refusal names the field and never repeats a value.
 */
public final class Json {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_TEXT = 8 << 20;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(JsonFactory.Feature.CHARSET_DETECTION)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxStringLength(MAX_TEXT)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              text ->
                  text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .addModule(new JavaTimeModule())
          .addModule(new MillisecondInstants())
          .build();

  private Json() {}

  /**
   * Reads a document.
   *
   * @throws ValidationFailedException if it is not one of this type
   * @throws RestanteException whatever the stream refuses
   */
  public static Object read(InputStream stream, Type type) {
    try {
      Object value = MAPPER.readValue(stream, MAPPER.constructType(type));
      if (value == null) {
        throw new ValidationFailedException("The request body", "must be an object");
      }
      return value;
    } catch (UnrecognizedPropertyException e) {
      throw new ValidationFailedException(path(e), "is not a known field");
    } catch (InvalidFormatException e) {
      throw new ValidationFailedException(path(e), rule(e));
    } catch (JsonMappingException e) {
      throw e.getCause() instanceof RestanteException refusal
          ? refusal
          : new ValidationFailedException(path(e), "is not what is expected here");
    } catch (JsonProcessingException e) {
      throw new ValidationFailedException("The request body", "is not well-formed JSON" + place(e));
    } catch (IOException e) {
      throw new ValidationFailedException("The request body", "could not be read to its end");
    }
  }

  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A hash that is the same for requests that say the same, however they are spaced and ordered:
   * properties are written in one order, absent ones not at all.
   */
  public static byte[] fingerprint(Object request) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(write(request));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }

  private static String path(JsonMappingException e) {
    String path =
        e.getPath().stream()
            .map(
                step ->
                    step.getFieldName() == null
                        ? "[" + step.getIndex() + "]"
                        : "." + step.getFieldName())
            .collect(Collectors.joining());
    if (path.isEmpty()) {
      return "The request body";
    }
    String readable = path.startsWith(".") ? path.substring(1) : path;
    return readable.length() <= 100 ? readable : readable.substring(0, 100) + "…";
  }

  private static String rule(InvalidFormatException e) {
    return e.getTargetType().isEnum()
        ? "must be one of " + Arrays.toString(e.getTargetType().getEnumConstants())
        : "is malformed";
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : " (line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr()
            + ")";
  }
}
