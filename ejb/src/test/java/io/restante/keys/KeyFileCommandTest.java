package io.restante.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileCommandTest {
  private static final byte[] PLAIN = {1, 2, 3};

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void makeFile() {
    file = directory.resolve("keys.json");
    Keys.at(file);
  }

  @Test
  void keysAreRotatedStepByStep() {
    Keys first = Keys.at(file);
    byte[] sealedFirst = first.seal(PLAIN, "p");
    long old = first.primarySealingKey();

    run(0, "add", "sealing");
    Keys added = Keys.at(file);
    assertThat(added.sealingKeys()).hasSize(2).startsWith(old);
    assertThat(added.primarySealingKey()).isEqualTo(old);
    assertThat(added.olderSealingKeys()).isEmpty();
    long young = added.sealingKeys().get(1);

    run(0, "primary", "sealing", Long.toString(young));
    Keys changed = Keys.at(file);
    byte[] sealedNext = changed.seal(PLAIN, "p");
    assertThat(Keys.sealingKey(sealedFirst)).contains(old);
    assertThat(Keys.sealingKey(sealedNext)).contains(young);
    assertThat(changed.olderSealingKeys()).containsExactly(old);
    assertThat(changed.open(sealedFirst, "p")).hasValue(PLAIN);
    assertThat(added.open(sealedNext, "p")).as("a node that still has the step before").isPresent();

    run(0, "remove", "sealing", Long.toString(old));
    Keys last = Keys.at(file);
    assertThat(last.sealingKeys()).containsExactly(young);
    assertThat(last.open(sealedNext, "p")).hasValue(PLAIN);
    assertThat(last.open(sealedFirst, "p")).isEmpty();
  }

  @Test
  void hashesAreTheSameSetWhicheverKeyIsPrimary() {
    byte[] before = Keys.at(file).hashes(PLAIN).get(0);

    String id = run(0, "add", "hashing").lines().toList().get(2).replace("hashing ", "");
    List<byte[]> added = Keys.at(file).hashes(PLAIN);
    run(0, "primary", "hashing", id);
    List<byte[]> changed = Keys.at(file).hashes(PLAIN);

    assertThat(added).hasSize(2);
    assertThat(added.get(0)).isEqualTo(before);
    assertThat(changed).hasSize(2);
    assertThat(changed.get(1)).isEqualTo(before);
    assertThat(changed.get(0)).isEqualTo(added.get(1));
  }

  @Test
  void listNamesKeysAndShowsNone() throws IOException {
    String list = run(0, "list");

    assertThat(list.lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).matches("(sealing|hashing) \\d+ primary"));
    String key = Files.readString(file).replaceAll("(?s).*?\"value\":\"([^\"]+)\".*", "$1");
    assertThat(key).hasSizeGreaterThan(20);
    assertThat(list).doesNotContain(key);
  }

  @Test
  void fileStaysReadableForItsOwnerOnly() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    run(0, "add", "sealing");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).as("no draft is left").containsExactly(file);
    }
  }

  static Stream<List<String>> misuses() {
    return Stream.of(
        List.of(),
        List.of("list", "all"),
        List.of("add"),
        List.of("add", "sealing", "1"),
        List.of("primary", "sealing"),
        List.of("remove", "sealing"),
        List.of("rotate", "sealing", "1"));
  }

  @ParameterizedTest
  @MethodSource("misuses")
  void misuseShowsTheUsageAndChangesNothing(List<String> arguments) throws IOException {
    String before = Files.readString(file);

    assertThat(run(2, arguments.toArray(String[]::new))).startsWith("Usage:");

    assertThat(file).hasContent(before);
  }

  @Test
  void badRequestsAreRefusedAndChangeNothing() throws IOException {
    String before = Files.readString(file);
    String primary = Long.toString(Keys.at(file).primarySealingKey());

    assertThat(run(1, "remove", "sealing", primary)).contains("make another one primary first");
    assertThat(run(1, "remove", "sealing", "17")).contains("no sealing key 17").contains(primary);
    assertThat(run(1, "primary", "hashing", primary)).contains("no hashing key " + primary);
    assertThat(run(1, "primary", "sealing", "first")).contains("a whole number");
    assertThat(run(1, "add", "signing")).contains("sealing or hashing");

    assertThat(file).hasContent(before);
  }

  @Test
  void missingFileIsNotMade() {
    file = directory.resolve("none.json");

    assertThat(run(1, "add", "sealing")).contains("There is no file");

    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{}", "\"a-secret\"", "[]", "{\"sealing\":\"a-secret\"}"})
  void damagedFileIsRefusedAndNotRepeated(String content) throws IOException {
    Files.writeString(file, content);

    assertThat(run(1, "add", "sealing"))
        .contains("a readable key file of Restante")
        .doesNotContain("a-secret");

    assertThat(file).hasContent(content);
  }

  private String run(int status, String... arguments) {
    List<String> line = new ArrayList<>(List.of(file.toString()));
    line.addAll(List.of(arguments));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int answer = KeyFileCommand.run(line, new PrintStream(out, true, StandardCharsets.UTF_8));
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(answer).as(text).isEqualTo(status);
    return text;
  }
}
