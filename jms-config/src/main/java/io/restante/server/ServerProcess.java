package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One operating-system process with its output in a file. */
final class ServerProcess {

  /** Replaces itself by the command, so that the pid remains. */
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private static final int TAIL = 4_000;

  private final String name;
  private final Path output;
  private final Process process;

  private ServerProcess(String name, Path output, Process process) {
    this.name = name;
    this.output = output;
    this.process = process;
  }

  static ServerProcess start(
      String name,
      Path output,
      List<String> command,
      Path directory,
      Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(ownSession(command)).directory(directory.toFile());
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    try {
      return new ServerProcess(name, output, builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + name, e);
    }
  }

  /** Ctrl-C in the terminal reaches the launcher only, which then stops its servers in order. */
  private static List<String> ownSession(List<String> command) {
    if (!Files.isExecutable(SETSID)) {
      return command;
    }
    return Stream.concat(Stream.of(SETSID.toString()), command.stream()).toList();
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Asks it to end, and ends it by force if it has not by then. */
  void stop(Duration grace) {
    process.destroy();
    if (!endsWithin(grace)) {
      kill();
    }
  }

  void kill() {
    process.destroyForcibly();
    if (!endsWithin(Duration.ofSeconds(30))) {
      throw failure("does not end");
    }
  }

  void awaitEnd() {
    endsWithin(Duration.ofMillis(Long.MAX_VALUE));
  }

  boolean endsWithin(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while " + name + " was to end", e);
    }
  }

  /** Waits until it ended by itself, and fails unless its exit code is 0. */
  void awaitSuccess(Duration limit) {
    if (!endsWithin(limit)) {
      kill();
      throw failure("took longer than " + limit.toSeconds() + " s");
    }
    if (process.exitValue() != 0) {
      throw failure("ended with code " + process.exitValue());
    }
  }

  IllegalStateException failure(String what) {
    return new IllegalStateException(name + " " + what + ". The end of " + output + ":\n" + tail());
  }

  private String tail() {
    try {
      String all = Files.readString(output, StandardCharsets.ISO_8859_1);
      return all.substring(Math.max(0, all.length() - TAIL));
    } catch (IOException e) {
      return "(not readable: " + e.getMessage() + ")";
    }
  }
}
