package io.restante.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Does what docs/operations.md tells operations to do, with a WildFly as it comes. */
class StockServerIT {

  private static final Duration LIMIT = Duration.ofMinutes(6);
  private static final Path SCRIPTS = Path.of("target/cli").toAbsolutePath();

  @TempDir Path directory;

  private final Map<String, String> environment = new HashMap<>();
  private Path home;
  private String original;

  @BeforeEach
  void unpack() throws IOException {
    home = directory.resolve("wildfly");
    Directories.copy(Distribution.current().wildFly(), home);
    Directories.delete(home.resolve("modules/org/mariadb"));
    original = configuration();
    environment.put("JBOSS_HOME", home.toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("JDK_JAVA_OPTIONS", String.join(" ", JavaCommand.SHORT_LIVED));
  }

  @AfterEach
  void stop() {
    Leftovers.stop(homeArgument());
  }

  /** Installation as docs/operations.md has it, step by step, and back. */
  @Test
  void stoppedServerIsConfiguredServesAndIsRestored() throws Exception {
    try (EmbeddedMariaDb database =
        EmbeddedMariaDb.in(directory.resolve("db")).bufferPool("32M").start()) {
      installation(database);
      SSLContext trust = certificate();
      configure("apply");

      Path deployments = home.resolve("standalone/deployments");
      Files.copy(Path.of(System.getProperty("restante.ear")), deployments.resolve("restante.ear"));
      ServerPorts ports = ServerPorts.free();
      ServerProcess server = start(ports);
      assertThat(
              Waiting.until(
                  LIMIT, () -> Files.exists(deployments.resolve("restante.ear.deployed"))))
          .isTrue();

      URI root = URI.create("http://localhost:" + ports.http() + "/restante/");
      assertThat(Waiting.until(LIMIT, () -> Http.answers(root.resolve("health/ready")))).isTrue();
      URI secure = URI.create("https://localhost:" + (8443 + ports.offset()) + "/restante/v1/");
      HttpResponse<String> whoAmI =
          HttpClient.newBuilder()
              .sslContext(trust)
              .build()
              .send(
                  HttpRequest.newBuilder(secure.resolve("whoami"))
                      .header("Authorization", "Bearer " + environment.get("RESTANTE_ADMIN_TOKEN"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(whoAmI.statusCode()).isEqualTo(200);
      assertThat(whoAmI.sslSession()).isPresent();

      cli("--connect", "--controller=127.0.0.1:" + ports.management(), "--command=shutdown");
      server.awaitSuccess(LIMIT);
      configure("undo");
      assertThat(configuration()).isEqualTo(original);
    }
  }

  @Test
  void runningServerIsConfiguredConnectsAndIsRestored() throws IOException {
    try (EmbeddedMariaDb database =
        EmbeddedMariaDb.in(directory.resolve("db")).bufferPool("32M").start()) {
      installation(database);
      ServerPorts ports = ServerPorts.free();
      ServerProcess server = start(ports);
      URI welcome = URI.create("http://localhost:" + ports.http() + "/");
      assertThat(Waiting.until(LIMIT, () -> Http.answers(welcome))).isTrue();
      String controller = "--controller=127.0.0.1:" + ports.management();

      configure("apply", "--connect", controller);
      cli("--connect", controller, "--command=reload");
      cli(
          "--connect",
          controller,
          "--command=/subsystem=datasources/data-source=RestanteDS:test-connection-in-pool");
      assertThat(configuration())
          .isEqualTo(
              Files.readString(
                  WildFlyHome.of(Distribution.current())
                      .configuration()
                      .resolve(WildFlyHome.CONFIG)));

      configure("undo", "--connect", controller);
      cli("--connect", controller, "--command=reload");
      assertThat(configuration()).isEqualTo(original);

      cli("--connect", controller, "--command=shutdown");
      server.awaitSuccess(LIMIT);
    }
  }

  /** What the server finds in its environment at the first start of all. */
  private void installation(EmbeddedMariaDb database) {
    environment.putAll(database.serverEnvironment());
    environment.put("RESTANTE_NODE", "node1");
    environment.put("RESTANTE_KEYS_FILE", directory.resolve("keys.json").toString());
    environment.put("RESTANTE_KEYS_CREATE", "true");
    environment.put("RESTANTE_ADMIN_TOKEN", "rst_" + SecretFile.random());
  }

  /** Makes key and certificate of the server's own, and returns whom a client trusts then. */
  private SSLContext certificate() throws IOException, GeneralSecurityException {
    Path file = directory.resolve("server.p12");
    String password = SecretFile.random();
    environment.put("RESTANTE_TLS_KEYSTORE", file.toString());
    environment.put("RESTANTE_TLS_PASSWORD", password);
    ServerProcess.start(
            "keytool",
            directory.resolve("keytool.log"),
            List.of(
                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair",
                "-alias",
                "restante",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass:env",
                "RESTANTE_TLS_PASSWORD"),
            directory,
            environment)
        .awaitSuccess(LIMIT);
    KeyStore certificates = KeyStore.getInstance(file.toFile(), password.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("restante", certificates.getCertificate("restante"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private ServerProcess start(ServerPorts ports) {
    List<String> command =
        List.of(
            "sh",
            home.resolve("bin/standalone.sh").toString(),
            "--server-config=" + WildFlyHome.CONFIG,
            "-Djboss.socket.binding.port-offset=" + ports.offset());
    return ServerProcess.start(
        "stock WildFly", directory.resolve("server.log"), command, directory, environment);
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
    ServerProcess.start(name, directory.resolve("cli.log"), command, directory, environment)
        .awaitSuccess(LIMIT);
  }

  private String homeArgument() {
    return "-Djboss.home.dir=" + home;
  }

  private String configuration() throws IOException {
    return Files.readString(home.resolve("standalone/configuration").resolve(WildFlyHome.CONFIG));
  }
}
