package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An unpacked WildFly that any number of {@link WildFlyServer}s share. The JDBC driver's module is
 * added to it once, and the CLI scripts are applied once, to a configuration that every server gets
 * a copy of.
 */
public final class WildFlyHome {

  static final String CONFIG = "standalone-full.xml";

  private static final Duration CLI_LIMIT = Duration.ofMinutes(6);

  private final Path home;
  private final Path work;

  private WildFlyHome(Path home, Path work) {
    this.home = home;
    this.work = work;
  }

  /** The WildFly of the distribution, with the driver's module in it. */
  public static WildFlyHome of(Distribution distribution) {
    return of(distribution.wildFly(), distribution.directory().resolve("configured"));
  }

  /**
   * Any unpacked WildFly.
   *
   * @param work where configurations are prepared
   */
  static WildFlyHome of(Path home, Path work) {
    WildFlyHome wildFly =
        new WildFlyHome(home.toAbsolutePath().normalize(), work.toAbsolutePath().normalize());
    TakingTurns.in(wildFly.work, wildFly::addDriverModule);
    return wildFly;
  }

  Path path() {
    return home;
  }

  /** For servers that start often. */
  ClassArchive classArchive() {
    return new ClassArchive(this, work.resolve("classes"));
  }

  /** Changes whenever the scripts do, or WildFly itself. */
  String stamp(List<String> scripts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Files.readAllBytes(home.resolve("standalone/configuration").resolve(CONFIG)));
      for (String script : scripts) {
        digest.update(CliScripts.text(script).getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A {@code configuration} directory to which every script has been applied that is not optional.
   */
  Path configuration() {
    return configuration(CliScripts.CONFIGURATION);
  }

  /**
   * A {@code configuration} directory to which the scripts have been applied. Not to be changed:
   * copy it.
   */
  Path configuration(List<String> scripts) {
    Path base = work.resolve(stamp(scripts));
    TakingTurns.in(work, () -> configure(base, scripts));
    return base.resolve("configuration");
  }

  /** Runs scripts against the base directory in a server embedded in the CLI. */
  void runEmbedded(Path base, List<String> scripts) {
    Stream<String> commands = scripts.stream().map(CliScripts::text);
    String embedded = "embed-server --server-config=" + CONFIG;
    runCli(
        base,
        Stream.of(Stream.of(embedded), commands, Stream.of("stop-embedded-server"))
            .flatMap(s -> s)
            .toList());
  }

  private void configure(Path base, List<String> scripts) {
    if (Files.isDirectory(base)) {
      return;
    }
    Path draft = work.resolve("draft");
    Directories.delete(draft);
    Directories.copy(home.resolve("standalone"), draft);
    runEmbedded(draft, scripts);
    Directories.delete(draft.resolve("configuration/standalone_xml_history"));
    try {
      Files.move(draft, base);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addDriverModule() {
    if (!Files.exists(home.resolve("modules/org/mariadb/jdbc/main/module.xml"))) {
      Directories.delete(home.resolve("modules/org/mariadb"));
      CliScripts.copyDriver(work);
      runCli(work, List.of(CliScripts.text(CliScripts.DRIVER_MODULE)));
    }
  }

  /** In a file of its own: others may run scripts meanwhile. */
  private void runCli(Path base, List<String> commands) {
    Path script;
    try {
      script = Files.createTempFile(work, "run", ".cli");
      Files.writeString(script, String.join("\n", commands) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> options = new ArrayList<>(JavaCommand.SHORT_LIVED);
    options.add("-Djboss.server.base.dir=" + base);
    options.add("-Dlogging.configuration=file:" + home.resolve("bin/jboss-cli-logging.properties"));
    List<String> command =
        JavaCommand.of(home, options, "org.jboss.as.cli", List.of("--file=" + script));
    ServerProcess.start(
            "WildFly's CLI",
            work.resolve("cli.log"),
            command,
            work,
            Map.of("JBOSS_HOME", home.toString()))
        .awaitSuccess(CLI_LIMIT);
    Directories.delete(script);
  }
}
