package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The classes of WildFly and of the EAR as a JVM has them in memory (class data sharing), to be
 * mapped instead of read, parsed and verified again: a start takes a quarter to a third less
 * processor time then. The JVM compares every class with what the archive has under its name, so
 * that an archive that is older than the EAR makes a start slower, never wrong.
 *
 * <p>It is made once for a distribution, when it is first asked for, by a server that starts,
 * serves one request and stops. Whoever asks meanwhile in another process does without.
 */
final class ClassArchive {

  /** Writing it takes a while, after the server has stopped. */
  private static final Duration STOP_LIMIT = Duration.ofMinutes(6);

  private final WildFlyHome home;
  private final Path directory;
  private final Path file;

  /**
   * @param directory where it is kept, and prepared
   */
  ClassArchive(WildFlyHome home, Path directory) {
    this.home = home;
    this.directory = directory;
    // Only the same build of the JVM can use it.
    this.file = directory.resolve("java-" + Runtime.version() + ".jsa");
  }

  /** The options of a JVM that uses it; none if it is being made, or the JVM cannot make one. */
  List<String> options(Path ear) {
    synchronized (ClassArchive.class) {
      if (!Files.exists(file)) {
        Optional<DirectoryLock> turn = DirectoryLock.take(directory);
        turn.ifPresent(lock -> make(lock, ear));
      }
      return isUsable() ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
    }
  }

  private void make(DirectoryLock turn, Path ear) {
    try (turn) {
      if (Files.exists(file)) {
        return;
      }
      Path draft = directory.resolve("draft.jsa");
      Files.deleteIfExists(draft);
      fill(draft, ear);
      if (!Files.exists(draft)) {
        Files.createFile(draft);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      Directories.delete(directory.resolve("mariadb"));
      Directories.delete(directory.resolve("wildfly"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has a server load what servers load, and write it when it ends. */
  private void fill(Path draft, Path ear) throws IOException {
    String adminToken = "rst_" + SecretFile.random();
    try (EmbeddedMariaDb database =
            EmbeddedMariaDb.in(directory.resolve("mariadb")).bufferPool("32M").fresh().start();
        WildFlyServer server =
            WildFlyServer.in(home, directory.resolve("wildfly"))
                .fresh()
                .heap("512m")
                .jvmOptions(JavaCommand.SHORT_LIVED)
                .jvmOptions(List.of("-XX:ArchiveClassesAtExit=" + draft))
                .ear(ear)
                .database(database)
                .environment("RESTANTE_ADMIN_TOKEN", adminToken)
                .environment("RESTANTE_KEYS_FILE", directory.resolve("keys.json").toString())
                .environment("RESTANTE_KEYS_CREATE", "true")
                .build()) {
      Files.deleteIfExists(directory.resolve("keys.json"));
      server.start().awaitReady();
      URI mailbox = server.rootUri().resolve("v1/domains/main/mailboxes/first");
      Http.put(mailbox, adminToken, "{}");
      server.stop(STOP_LIMIT);
    }
  }

  /** A JVM without an archive of its own classes makes none; an empty file says so. */
  private boolean isUsable() {
    try {
      return Files.exists(file) && Files.size(file) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
