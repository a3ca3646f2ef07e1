package io.restante.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be set, and what docs/configuration.md says can be set, is the same. */
class DocumentedSettingsTest {

  private static final Path ROOT = Path.of("..");
  private static final Path SCRIPTS = ROOT.resolve("jms-config/src/main/cli");
  private static final Path DOCUMENT = ROOT.resolve("docs/configuration.md");

  @Test
  void everySettingIsDocumentedAndEveryDocumentedSettingIsRead() throws IOException {
    Set<String> read = new TreeSet<>();
    for (String module : Set.of("ejb", "web")) {
      read.addAll(
          found("\"(restante\\.[a-z0-9.-]+)\"", ROOT.resolve(module + "/src/main/java"), ".java"));
    }

    read.removeAll(found("jms-(?:queue|topic)=(restante\\.[a-z.]+)", SCRIPTS, ".cli"));

    Set<String> documented = found("`(restante\\.[a-z0-9.-]+)[`=<]", DOCUMENT, ".md");

    assertThat(read).contains("restante.keys.file");
    assertThat(documented).containsAll(read);
    // What ends in a dot stands for what begins so.
    assertThat(documented)
        .allMatch(
            setting ->
                read.contains(setting)
                    || read.stream().anyMatch(r -> r.endsWith(".") && setting.startsWith(r)));
  }

  @Test
  void everyVariableOfTheServersScriptsIsDocumentedAndTheOtherWayRound() throws IOException {
    Set<String> read = found("\\$\\{env\\.(RESTANTE_\\w+)", SCRIPTS, ".cli");
    read.addAll(found("\\$\\{(RESTANTE_\\w+)", SCRIPTS, ".sh"));

    String document = Files.readString(DOCUMENT);
    String section = document.substring(document.indexOf("## Environment of the server"));
    Set<String> documented = matches("`(RESTANTE_\\w+)`", section);
    assertThat(read).contains("RESTANTE_DB_URL");
    assertThat(documented).isEqualTo(read);
  }

  private static Set<String> found(String pattern, Path root, String suffix) throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(f -> f.toString().endsWith(suffix)).toList()) {
        found.addAll(matches(pattern, Files.readString(file)));
      }
    }
    return found;
  }

  private static Set<String> matches(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
