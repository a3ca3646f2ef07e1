package io.restante.server;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The environment of a server without rate limits: where one machine is every caller, as with tests
 * and benchmarks, limits for many would only measure themselves. Settings in the console and system
 * properties go before it.
 */
public final class Unlimited {
  private static final List<String> OF_VALID_CALLERS =
      List.of("address", "submit", "read", "write", "administration");
  private static final List<String> OF_OTHERS = List.of("unauthenticated", "refused");

  private Unlimited() {}

  /** Who shows a valid token and asks for what it may have is not limited. */
  public static Map<String, String> forValidCallers() {
    return environment(OF_VALID_CALLERS.stream());
  }

  /** Nobody is limited. */
  public static Map<String, String> forAll() {
    return environment(Stream.concat(OF_VALID_CALLERS.stream(), OF_OTHERS.stream()));
  }

  private static Map<String, String> environment(Stream<String> limits) {
    Function<String, String> name =
        limit -> "RESTANTE_RATELIMIT_" + limit.toUpperCase(Locale.ROOT) + "_PER_MINUTE";
    return limits.collect(Collectors.toUnmodifiableMap(name, limit -> "unlimited"));
  }
}
