package io.restante.server;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory into which Maven unpacked WildFly and MariaDB. It is shared by every server and
 * holds what each of them starts from, but never data.
 *
 * @param directory holds {@code wildfly/} and {@code mariadb/}
 */
public record Distribution(Path directory) {

  /** The system property that names the directory. */
  public static final String PROPERTY = "restante.distribution";

  public Distribution {
    directory = directory.toAbsolutePath().normalize();
  }

  /** The directory that the system property {@value #PROPERTY} names. */
  public static Distribution current() {
    String directory = System.getProperty(PROPERTY);
    if (directory == null) {
      throw new IllegalStateException("System property " + PROPERTY + " is not set");
    }
    return new Distribution(Path.of(directory));
  }

  Path wildFly() {
    return existing("wildfly");
  }

  Path mariaDb() {
    return existing("mariadb");
  }

  private Path existing(String name) {
    Path path = directory.resolve(name);
    if (!Files.isDirectory(path)) {
      throw new IllegalStateException(path + " is missing; the build of jms-config unpacks it");
    }
    return path;
  }
}
