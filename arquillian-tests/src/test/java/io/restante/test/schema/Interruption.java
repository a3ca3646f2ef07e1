package io.restante.test.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A migration that ended after some of its statements, the last one included: then only its record
 * is missing.
 *
 * @param statements how many were carried out, at least one
 * @param failed whether Flyway lived to record that it failed
 */
record Interruption(Path file, int statements, boolean failed) {

  private static final Path DIRECTORY =
      Path.of(System.getProperty("restante.schema"))
          .resolveSibling("src/main/resources/db/migration");

  /** After each statement of each migration; and once in each such that Flyway recorded it. */
  static Stream<Interruption> all() {
    return files().stream()
        .flatMap(
            file ->
                Stream.concat(
                    Stream.of(new Interruption(file, 1, true)),
                    IntStream.rangeClosed(1, statementsOf(file).size())
                        .mapToObj(done -> new Interruption(file, done, false))));
  }

  static Interruption of(String version, int statements, boolean failed) {
    Path migration =
        files().stream()
            .filter(file -> file.getFileName().toString().startsWith("V" + version))
            .findFirst()
            .orElseThrow();
    return new Interruption(migration, statements, failed);
  }

  int version() {
    return Integer.parseInt(file.getFileName().toString().substring(1, 4));
  }

  /** Carries out the statements, on a schema of the version before. */
  void happen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statementsOf(file).subList(0, statements)) {
        statement.execute(sql);
      }
      if (failed) {
        statement.execute(
            ("INSERT INTO flyway_schema_history (installed_rank, version, description, type,"
                    + " script, checksum, installed_by, execution_time, success)"
                    + " VALUES (100, '%03d', 'interrupted', 'SQL', '%s', 0, 'test', 1, 0)")
                .formatted(version(), file.getFileName()));
      }
    }
  }

  @Override
  public String toString() {
    return file.getFileName() + " after " + statements + (failed ? ", recorded" : "");
  }

  private static List<Path> files() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> statementsOf(Path file) {
    try {
      String text =
          Files.readAllLines(file).stream()
              .filter(line -> !line.startsWith("--"))
              .collect(Collectors.joining("\n"));
      return Arrays.stream(text.split(";\n|;$"))
          .map(String::strip)
          .filter(s -> !s.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
