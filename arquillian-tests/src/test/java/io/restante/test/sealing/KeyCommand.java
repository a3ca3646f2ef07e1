package io.restante.test.sealing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The command that changes key files, run as the operations guide says: from the unpacked EAR. */
final class KeyCommand {

  private final Path ear;
  private final Path file;

  /**
   * @param directory an empty one, to unpack the EAR into
   */
  KeyCommand(Path directory, Path file) throws IOException {
    this.ear = directory;
    this.file = file;
    try (ZipFile zip = new ZipFile(System.getProperty("restante.ear"))) {
      for (ZipEntry entry : zip.stream().toList()) {
        if (entry.getName().matches("restante-ejb\\.jar|lib/.+\\.jar")) {
          Path target = directory.resolve(entry.getName());
          Files.createDirectories(target.getParent());
          try (InputStream bytes = zip.getInputStream(entry)) {
            Files.copy(bytes, target);
          }
        }
      }
    }
  }

  /**
   * Runs it, and returns the ids of the keys of the purpose that it lists, the primary one first.
   */
  List<Long> run(String purpose, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(ear.resolve("restante-ejb.jar") + File.pathSeparator + ear.resolve("lib") + "/*");
    command.add("io.restante.keys.KeyFileCommand");
    command.add(file.toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    List<Long> keys = new ArrayList<>();
    for (String line : out.lines().filter(l -> l.startsWith(purpose + " ")).toList()) {
      long key = Long.parseLong(line.replaceAll("\\D", ""));
      keys.add(line.endsWith(" primary") ? 0 : keys.size(), key);
    }
    return keys;
  }
}
