package io.restante.config;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;

/**
 * The settings {@code restante.*}, from MicroProfile Config: system properties, environment ({@code
 * RESTANTE_*}) and the server's config source. A value that is not one, or out of its range, is a
 * {@link ConfigurationException}, which stops the deployment.
 */
@ApplicationScoped
public class Settings {
  private Config config;

  /** For the container. */
  protected Settings() {}

  @Inject
  public Settings(Config config) {
    this.config = config;
  }

  public Optional<String> text(String key) {
    return config.getOptionalValue(key, String.class).map(String::strip).filter(v -> !v.isEmpty());
  }

  public boolean flag(String key, boolean otherwise) {
    return text(key)
        .map(
            value ->
                switch (value) {
                  case "true", "on" -> true;
                  case "false", "off" -> false;
                  default -> throw new ConfigurationException(key, value, "true or false");
                })
        .orElse(otherwise);
  }

  public long number(String key, long otherwise, long min, long max) {
    return number(key, min, max).orElse(otherwise);
  }

  private Optional<Long> number(String key, long min, long max) {
    String range = min + " to " + max;
    return text(key)
        .map(value -> parse(key, value, "a whole number of " + range, Long::valueOf))
        .map(
            number -> {
              if (number < min || number > max) {
                throw new ConfigurationException(key, number.toString(), range);
              }
              return number;
            });
  }

  /** A duration as ISO 8601 writes it, for instance {@code PT24H} or {@code P30D}. */
  public Duration duration(String key, Duration otherwise, Duration min, Duration max) {
    String range = "a duration of " + min + " to " + max;
    Duration duration =
        text(key).map(value -> parse(key, value, range, Duration::parse)).orElse(otherwise);
    if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
      throw new ConfigurationException(key, text(key).orElseGet(duration::toString), range);
    }
    return duration;
  }

  private static <T> T parse(String key, String value, String range, Function<String, T> parser) {
    try {
      return parser.apply(value);
    } catch (NumberFormatException | DateTimeParseException e) {
      throw new ConfigurationException(key, value, range, e);
    }
  }
}
