package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The data directory of a MariaDB that nobody has used yet, without any secret. It is made once for
 * a distribution; every new server gets a copy, which takes a tenth of the time.
 */
final class SystemTables {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Path home;
  private final Path work;

  private SystemTables(Path home, Path work) {
    this.home = home;
    this.work = work;
  }

  /** Not to be changed: copy it. */
  static Path of(Distribution distribution) {
    Path work = distribution.directory().resolve("installed");
    SystemTables tables = new SystemTables(distribution.mariaDb(), work);
    tables.makeExecutable();
    TakingTurns.in(work, tables::install);
    return tables.data();
  }

  /** MariaDB refuses to run as root unless it is told to. */
  static void asRoot(List<String> command) {
    if (Objects.equals(System.getProperty("user.name"), "root")) {
      command.add("--user=root");
    }
  }

  /** Another one for another release of MariaDB in the same place. */
  private Path data() {
    try {
      return work.resolve("data-" + Files.size(home.resolve("bin/mariadbd")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void install() {
    if (Files.isDirectory(data())) {
      return;
    }
    Path draft = work.resolve("draft");
    Directories.delete(draft);
    ServerProcess.start(
            "mariadb-install-db", work.resolve("install.log"), command(draft), work, Map.of())
        .awaitSuccess(LIMIT);
    try {
      Files.move(draft, data());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeExecutable() {
    for (String file :
        List.of(
            "bin/mariadb",
            "bin/mariadb-dump",
            "bin/mariadbd",
            "bin/my_print_defaults",
            "bin/resolveip",
            "scripts/mariadb-install-db")) {
      Path path = home.resolve(file);
      if (!Files.isExecutable(path) && !path.toFile().setExecutable(true)) {
        throw new IllegalStateException("Cannot make " + path + " executable");
      }
    }
  }

  private List<String> command(Path draft) {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("scripts/mariadb-install-db").toString());
    command.addAll(List.of("--no-defaults", "--force", "--skip-name-resolve", "--skip-test-db"));
    command.add("--basedir=" + home);
    command.add("--datadir=" + draft);
    asRoot(command);
    return command;
  }
}
