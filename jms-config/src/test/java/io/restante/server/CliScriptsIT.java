package io.restante.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CliScriptsIT {

  /** Takes away what scripts did not always have. */
  private static final String EARLIER = "earlier-version";

  private static WildFlyHome home;

  @TempDir Path directory;

  @BeforeAll
  static void findWildFly() {
    home = WildFlyHome.of(Distribution.current());
  }

  @Test
  void applyingTwiceChangesNothingMoreAndUndoRestoresTheConfiguration() throws IOException {
    Path base = stock("base");
    String original = configuration(base);

    List<String> scripts = new ArrayList<>(CliScripts.CONFIGURATION);
    scripts.add(CliScripts.CLUSTER);
    home.runEmbedded(base, scripts);
    String applied = configuration(base);
    assertThat(applied)
        .isNotEqualTo(original)
        .contains("java:jboss/datasources/RestanteDS")
        .contains("cluster-connection name=\"restante\"");

    home.runEmbedded(base, scripts);
    assertThat(configuration(base)).as("applied twice").isEqualTo(applied);

    List<String> undo = new ArrayList<>(List.of(CliScripts.CLUSTER + "-undo"));
    undo.addAll(CliScripts.undo());
    home.runEmbedded(base, undo);
    assertThat(configuration(base)).as("undone").isEqualTo(original);
  }

  /** As after an upgrade from a version whose scripts had less. */
  @Test
  void applyingAgainAddsWhatIsMissingAndUndoTakesAwayWhatIsThere() throws IOException {
    Path base = stock("earlier");
    String original = configuration(base);
    home.runEmbedded(base, CliScripts.CONFIGURATION);
    String applied = configuration(base);

    home.runEmbedded(base, List.of(EARLIER));
    assertThat(configuration(base)).doesNotContain("useBulkStmts", "restante.dlq.queue");

    home.runEmbedded(base, CliScripts.CONFIGURATION);
    assertThat(configuration(base).lines().sorted())
        .as("applied again")
        .containsExactlyElementsOf(applied.lines().sorted().toList());

    home.runEmbedded(base, List.of(EARLIER));
    home.runEmbedded(base, CliScripts.undo());
    assertThat(configuration(base)).as("undone").isEqualTo(original);
  }

  /** Where several nodes are joined by JGroups, and so their brokers, without 75-cluster. */
  @Test
  void scriptsFitTheConfigurationForHighAvailabilityToo() throws IOException {
    Path base = stock("ha");
    Path configuration = base.resolve("configuration");
    Files.copy(
        configuration.resolve("standalone-full-ha.xml"),
        configuration.resolve(WildFlyHome.CONFIG),
        StandardCopyOption.REPLACE_EXISTING);
    String original = configuration(base);

    home.runEmbedded(base, CliScripts.CONFIGURATION);
    assertThat(configuration(base))
        .contains("jgroups")
        .contains("java:jboss/datasources/RestanteDS")
        .contains("jms-queue name=\"restante.redrive\"");

    home.runEmbedded(base, CliScripts.undo());
    assertThat(configuration(base)).as("undone").isEqualTo(original);
  }

  @Test
  void everyScriptIsListedAndHasItsUndo() throws IOException {
    try (var files = Files.list(Path.of("src/main/cli"))) {
      var names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".cli"))
              .sorted()
              .toList();
      var expected =
          Stream.of(
                  List.of(CliScripts.DRIVER_MODULE), CliScripts.CONFIGURATION, CliScripts.OPTIONAL)
              .flatMap(List::stream)
              .flatMap(name -> Stream.of(name + ".cli", name + "-undo.cli"))
              .sorted()
              .toList();
      assertThat(names).isEqualTo(expected);
    }
  }

  private Path stock(String name) {
    Path base = directory.resolve(name);
    Directories.copy(home.path().resolve("standalone"), base);
    return base;
  }

  private static String configuration(Path base) throws IOException {
    return Files.readString(base.resolve("configuration").resolve(WildFlyHome.CONFIG));
  }
}
