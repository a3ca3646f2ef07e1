package io.restante.test.harness;

import java.nio.file.Path;

/** Where the build has put what the harness needs; failsafe passes it as system properties. */
final class TestPaths {

  private TestPaths() {}

  static Path ear() {
    return path("restante.ear");
  }

  static Path directory(String name) {
    return path("restante.test.dir").resolve(name);
  }

  private static Path path(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      throw new IllegalStateException(
          "System property " + property + " is not set; run the test through failsafe");
    }
    return Path.of(value);
  }
}
