package io.restante.server;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How {@link RunRestante} runs.
 *
 * @param distribution the unpacked servers
 * @param ear what is deployed
 * @param data what lasts from one run to the next
 * @param httpPort the wanted port, 0 if none in particular
 */
record RunOptions(Distribution distribution, Path ear, Path data, int httpPort) {

  private static final int USUAL_PORT = 8080;

  /**
   * From {@code restante.distribution}, {@code restante.ear}, {@code restante.data.dir} (relative
   * to {@code restante.root.dir}) and {@code restante.http.port}.
   */
  static RunOptions fromSystemProperties() {
    Path ear = Path.of(System.getProperty("restante.ear", ""));
    if (!Files.isRegularFile(ear)) {
      throw new IllegalStateException(
          "No EAR at '" + ear + "'; build the whole project: ./mvnw -Prun");
    }
    Path root = Path.of(System.getProperty("restante.root.dir", "")).toAbsolutePath();
    Path data = root.resolve(System.getProperty("restante.data.dir", ".restante")).normalize();
    return new RunOptions(Distribution.current(), ear, data, wantedPort());
  }

  /** Zero if none is wanted in particular. */
  private static int wantedPort() {
    String port = System.getProperty("restante.http.port", "");
    try {
      int number = port.isBlank() ? 0 : Integer.parseInt(port.strip());
      if (number >= 0 && number <= 65_535) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The message below says it.
    }
    throw new IllegalArgumentException(
        "restante.http.port is '" + port + "'; allowed is 1 to 65535");
  }

  /**
   * The wanted port; if none is wanted, the usual one or else a free one. To be asked when
   * leftovers are stopped.
   */
  int freeHttpPort() {
    if (httpPort == 0) {
      return Ports.isFree(USUAL_PORT) ? USUAL_PORT : Ports.free();
    }
    if (!Ports.isFree(httpPort)) {
      throw new IllegalStateException(
          "Port " + httpPort + " is in use; choose another by -Drestante.http.port=…");
    }
    return httpPort;
  }
}
