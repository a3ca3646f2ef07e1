package io.restante.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what the README tells operations to do, with a WildFly as it comes. */
class StockServerIT {

  private static final Duration LIMIT = Duration.ofMinutes(6);
  private static final Path SCRIPTS = Path.of("target/cli").toAbsolutePath();

  @TempDir Path directory;

  private Path home;
  private String original;

  @BeforeEach
  void unpack() throws IOException {
    home = directory.resolve("wildfly");
    Directories.copy(Distribution.current().wildFly(), home);
    Directories.delete(home.resolve("modules/org/mariadb"));
    original = configuration();
  }

  @AfterEach
  void stop() {
    Leftovers.stop(homeArgument());
  }

  @Test
  void stoppedServerIsConfiguredAndRestored() throws IOException {
    configure("apply");
    assertThat(configuration())
        .isEqualTo(
            Files.readString(
                WildFlyHome.of(Distribution.current())
                    .configuration()
                    .resolve(WildFlyHome.CONFIG)));

    configure("undo");
    assertThat(configuration()).isEqualTo(original);
  }

  @Test
  void runningServerIsConfiguredConnectsAndIsRestored() throws IOException {
    try (EmbeddedMariaDb database =
        EmbeddedMariaDb.in(directory.resolve("db")).bufferPool("32M").start()) {
      ServerPorts ports = ServerPorts.free();
      ServerProcess server = startStock(ports, database);
      String controller = "--controller=127.0.0.1:" + ports.management();

      configure("apply", "--connect", controller);
      cli("--connect", controller, "--command=reload");
      cli(
          "--connect",
          controller,
          "--command=/subsystem=datasources/data-source=RestanteDS:test-connection-in-pool");
      configure("apply", "--connect", controller);

      configure("undo", "--connect", controller);
      cli("--connect", controller, "--command=reload");
      assertThat(configuration()).isEqualTo(original);

      cli("--connect", controller, "--command=shutdown");
      server.awaitSuccess(LIMIT);
    }
  }

  private ServerProcess startStock(ServerPorts ports, EmbeddedMariaDb database) {
    List<String> command =
        List.of(
            "sh",
            home.resolve("bin/standalone.sh").toString(),
            "--server-config=" + WildFlyHome.CONFIG,
            "-Djboss.socket.binding.port-offset=" + ports.offset());
    ServerProcess server =
        ServerProcess.start(
            "stock WildFly",
            directory.resolve("server.log"),
            command,
            directory,
            environment(database.serverEnvironment()));
    URI welcome = URI.create("http://localhost:" + ports.http() + "/");
    assertThat(Waiting.until(LIMIT, () -> Http.answers(welcome))).isTrue();
    return server;
  }

  private void configure(String... arguments) {
    run(SCRIPTS.resolve("configure.sh"), arguments);
  }

  private void cli(String... arguments) {
    run(home.resolve("bin/jboss-cli.sh"), arguments);
  }

  private void run(Path script, String... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(arguments));
    String name = script.getFileName().toString();
    ServerProcess.start(
            name, directory.resolve("cli.log"), command, directory, environment(Map.of()))
        .awaitSuccess(LIMIT);
  }

  private Map<String, String> environment(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("JBOSS_HOME", home.toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    return environment;
  }

  private String homeArgument() {
    return "-Djboss.home.dir=" + home;
  }

  private String configuration() throws IOException {
    return Files.readString(home.resolve("standalone/configuration").resolve(WildFlyHome.CONFIG));
  }
}
