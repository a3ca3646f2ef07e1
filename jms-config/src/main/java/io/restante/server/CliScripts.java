package io.restante.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The scripts of {@code src/main/cli} in the order in which they are applied. Operations run the
 * same files by hand; the README of this module says how.
 */
final class CliScripts {

  /** Adds a module to the distribution, so it runs once per distribution and needs no server. */
  static final String DRIVER_MODULE = "05-driver-module";

  /** Change the configuration of one server. */
  static final List<String> CONFIGURATION =
      List.of(
          "10-driver",
          "20-datasource",
          "30-config-source",
          "40-http",
          "50-transactions",
          "60-observability",
          "70-messaging",
          "80-logging");

  /** Applied by operations who want it. */
  static final List<String> OPTIONAL = List.of("75-cluster", "90-tls");

  /** Joins the brokers of several nodes. */
  static final String CLUSTER = "75-cluster";

  private static final String DRIVER_JAR = "mariadb-java-client.jar";

  private CliScripts() {}

  static String text(String name) {
    String resource = "/cli/" + name + ".cli";
    try (InputStream script = CliScripts.class.getResourceAsStream(resource)) {
      if (script == null) {
        throw new IllegalStateException("No script " + resource);
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The scripts that undo {@link #CONFIGURATION}, last one first. */
  static List<String> undo() {
    List<String> names =
        new ArrayList<>(CONFIGURATION.stream().map(name -> name + "-undo").toList());
    Collections.reverse(names);
    return names;
  }

  /** Puts the JDBC driver of this JVM's class path where {@link #DRIVER_MODULE} looks for it. */
  static void copyDriver(Path directory) {
    try {
      Path driver =
          Path.of(
              org.mariadb.jdbc.Driver.class
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
      Files.copy(driver, directory.resolve(DRIVER_JAR), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("Cannot copy the JDBC driver", e);
    }
  }
}
