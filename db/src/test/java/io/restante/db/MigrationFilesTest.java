package io.restante.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MigrationFilesTest {

  private static final Path DIRECTORY = Path.of("src/main/resources/db/migration");
  private static final Pattern NAME = Pattern.compile("V(\\d{3})__[a-z]+(_[a-z]+)+\\.sql");

  /** A statement that makes a table, up to its end. */
  private static final Pattern TABLE = Pattern.compile("CREATE TABLE .*?;", Pattern.DOTALL);

  /** What fails when it is run again; the first four migrations are so. */
  private static final Pattern NOT_REPEATABLE =
      Pattern.compile(
          "CREATE TABLE (?!IF NOT EXISTS)|ADD (COLUMN|KEY|INDEX|UNIQUE KEY|CONSTRAINT)"
              + " (?!IF NOT EXISTS)|DROP \\w+ (?!IF EXISTS)");

  private static final String FIRST_REPEATABLE = "V005";

  static List<Path> migrations() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files.sorted().toList();
    }
  }

  static List<Path> repeatable() throws IOException {
    return migrations().stream()
        .filter(file -> file.getFileName().toString().compareTo(FIRST_REPEATABLE) >= 0)
        .toList();
  }

  @Test
  void migrationsAreNumberedWithoutGapsAndNamedByVerbAndThing() throws IOException {
    int number = 0;
    for (Path file : migrations()) {
      Matcher name = NAME.matcher(file.getFileName().toString());
      assertThat(name.matches()).as(file.toString()).isTrue();
      assertThat(Integer.parseInt(name.group(1))).as(file.toString()).isEqualTo(++number);
    }
    assertThat(number).isPositive();
  }

  @ParameterizedTest
  @MethodSource("migrations")
  void migrationBeginsWithWhyWhatItLocksHowLongItTakesAndWhetherOldCodeRuns(Path file)
      throws IOException {
    List<String> head =
        Files.readAllLines(file).stream().takeWhile(l -> l.startsWith("--")).toList();

    assertThat(head).as("head of %s", file).isNotEmpty();
    assertThat(head.get(0)).startsWith("-- Why: ");
    assertThat(String.join(" ", head))
        .containsPattern("Locks: \\S+")
        .containsPattern("Time on a big table: \\S+")
        .containsPattern("Old code: \\S+");
  }

  @ParameterizedTest
  @MethodSource("migrations")
  void tableSaysItsEngineAndCollation(Path file) throws IOException {
    Matcher table = TABLE.matcher(Files.readString(file));
    while (table.find()) {
      assertThat(table.group())
          .endsWith("ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;");
    }
  }

  /** MariaDB takes no statement back: what was interrupted is run again from its beginning. */
  @ParameterizedTest
  @MethodSource("repeatable")
  void migrationMayRunAgain(Path file) throws IOException {
    assertThat(Files.readString(file)).doesNotContainPattern(NOT_REPEATABLE);
  }
}
