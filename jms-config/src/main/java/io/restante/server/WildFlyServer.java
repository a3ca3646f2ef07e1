package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * One WildFly with a base directory of its own, configured by the CLI scripts of this module.
 * Several may run on one {@link WildFlyHome} and one database, if their base directories and node
 * names differ.
 *
 * <p>The process is the Java machine itself, without a shell around it, so that {@link #kill()}
 * kills what serves. The base directory keeps Artemis' journal, the transaction log and what was
 * changed in the console from one start to the next. Not safe for use by several threads.
 */
public final class WildFlyServer implements AutoCloseable {

  /** How long a start may take before it counts as failed. */
  public static final Duration START_LIMIT = Duration.ofMinutes(6);

  private static final Duration STOP_GRACE = Duration.ofMinutes(1);
  private static final String EAR = "restante.ear";

  private final WildFlyHome home;
  private final Path base;
  private final String node;
  private final Path ear;
  private final String heap;
  private final List<String> jvmOptions;
  private final boolean archivedClasses;
  private final Map<String, String> environment;
  private final IntSupplier peerPort;
  private final List<String> configuration;
  private final Map<String, String> properties;
  private final ServerPorts ports;
  private ManagementUser console;
  private ServerProcess process;

  private WildFlyServer(Builder builder) {
    this.home = builder.home;
    this.base = builder.base;
    this.node = builder.node;
    this.ear = builder.ear;
    this.heap = builder.heap;
    this.jvmOptions = List.copyOf(builder.jvmOptions);
    this.archivedClasses = builder.archivedClasses;
    this.environment = new TreeMap<>(builder.environment);
    this.peerPort = builder.peerPort;
    this.configuration = builder.configuration;
    this.properties = Map.copyOf(builder.properties);
    stopLeftover(base);
    if (builder.fresh) {
      Directories.delete(base);
    }
    this.ports =
        builder.httpPort == 0 ? ServerPorts.free() : ServerPorts.withHttp(builder.httpPort);
  }

  /**
   * A server of the home whose state is kept in the base directory, which is made if it is missing.
   */
  public static Builder in(WildFlyHome home, Path base) {
    return new Builder(home, base);
  }

  /**
   * Stops the server of an earlier run that still holds the base directory, and returns whether
   * there was one.
   */
  static boolean stopLeftover(Path base) {
    return Leftovers.stop(baseArgument(base)) > 0;
  }

  /** Starts the process and returns at once. */
  public WildFlyServer start() {
    if (isRunning()) {
      throw new IllegalStateException("WildFly already runs, pid " + pid());
    }
    provision();
    if (peerPort != null) {
      environment.put("RESTANTE_CLUSTER_PEER_PORT", Integer.toString(peerPort.getAsInt()));
    }
    process =
        ServerProcess.start(
            "WildFly " + node, base.resolve("log/console.log"), command(), base, environment);
    return this;
  }

  /** Waits until Restante says of itself that it is ready. */
  public WildFlyServer awaitReady() {
    return awaitReady(rootUri().resolve("health/ready"));
  }

  /**
   * Waits until the address answers 200; fails at once when the server ended or refused the EAR.
   */
  public WildFlyServer awaitReady(URI uri) {
    boolean answered =
        Waiting.until(START_LIMIT, () -> Http.answers(uri) || !isRunning() || deploymentFailed());
    if (!isRunning()) {
      throw process.failure("ended while it started");
    }
    if (deploymentFailed()) {
      throw process.failure("did not deploy the EAR");
    }
    if (!answered) {
      throw process.failure("did not answer " + uri + " in " + START_LIMIT.toSeconds() + " s");
    }
    return this;
  }

  /** Stops it cleanly. Does nothing if it does not run. */
  public void stop() {
    stop(STOP_GRACE);
  }

  /** The same; ends it by force if it has not ended by then. */
  void stop(Duration grace) {
    if (process != null) {
      process.stop(grace);
    }
  }

  /** Ends the process as {@code kill -9} does. Does nothing if it never ran. */
  public void kill() {
    if (process != null) {
      process.kill();
    }
  }

  /** Stops it cleanly if it runs, and starts it with the same ports, data and environment. */
  public WildFlyServer restart() {
    stop();
    return start();
  }

  /** Waits, however long, until the process has ended. */
  void awaitEnd() {
    process.awaitEnd();
  }

  @Override
  public void close() {
    stop();
  }

  public boolean isRunning() {
    return process != null && process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  public String node() {
    return node;
  }

  public int httpPort() {
    return ports.http();
  }

  public int managementPort() {
    return ports.management();
  }

  /** Where Restante is, with a slash at the end: {@code http://localhost:8080/restante/}. */
  public URI rootUri() {
    return URI.create("http://localhost:" + httpPort() + "/restante/");
  }

  /** The address of the management console. */
  public URI consoleUri() {
    return URI.create("http://localhost:" + managementPort() + "/console");
  }

  public String consoleUser() {
    return console().name();
  }

  public String consolePassword() {
    return console().password();
  }

  /** The WildFly that it runs, shared with other servers. */
  public Path homeDirectory() {
    return home.path();
  }

  /** The log of this and of earlier starts. */
  public Path serverLog() {
    return base.resolve("log/server.log");
  }

  /** What it keeps from one start to the next: Artemis' journal, the transaction log. */
  public Path dataDirectory() {
    return base.resolve("data");
  }

  private ManagementUser console() {
    if (console == null) {
      console = ManagementUser.of(base);
    }
    return console;
  }

  /**
   * Makes the configuration anew only when the scripts changed, so that changes made in the console
   * last.
   */
  private void provision() {
    try {
      Path stamp = base.resolve("restante.stamp");
      if (!Files.exists(stamp) || !Files.readString(stamp).equals(home.stamp(scripts()))) {
        Path configuration = base.resolve("configuration");
        Directories.delete(configuration);
        Directories.copy(home.configuration(scripts()), configuration);
        Files.writeString(stamp, home.stamp(scripts()));
      }
      Files.createDirectories(base.resolve("log"));
      console().writeTo(base.resolve("configuration"));
      deploy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> scripts() {
    List<String> scripts = new ArrayList<>(configuration);
    if (peerPort != null) {
      scripts.add(CliScripts.CLUSTER);
    }
    return scripts;
  }

  /** The deployment scanner takes what lies in the directory when the server starts. */
  private void deploy() throws IOException {
    Path deployments = base.resolve("deployments");
    Directories.delete(deployments);
    Files.createDirectories(deployments);
    if (ear != null) {
      Files.copy(ear, deployments.resolve(EAR), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private boolean deploymentFailed() {
    return Files.exists(base.resolve("deployments").resolve(EAR + ".failed"));
  }

  private List<String> command() {
    List<String> jvm = new ArrayList<>();
    jvm.add("-D[Standalone]");
    jvm.add("-Xms" + heap);
    jvm.add("-Xmx" + heap);
    jvm.add("-XX:MaxMetaspaceSize=512m");
    jvm.add("-Djava.net.preferIPv4Stack=true");
    jvm.add("-Djava.awt.headless=true");
    jvm.add("-Dorg.jboss.logmanager.nocolor=true");
    jvm.add("-Djboss.modules.system.pkgs=org.jboss.byteman");
    jvm.add("-Dorg.jboss.boot.log.file=" + serverLog());
    jvm.add("-Dlogging.configuration=file:" + base.resolve("configuration/logging.properties"));
    jvm.addAll(jvmOptions);
    if (archivedClasses && ear != null) {
      jvm.addAll(home.classArchive().options(ear));
    }
    List<String> arguments = new ArrayList<>();
    arguments.add("-Djboss.home.dir=" + home.path());
    arguments.add(baseArgument(base));
    arguments.add("--server-config=" + WildFlyHome.CONFIG);
    arguments.add("-Djboss.node.name=" + node);
    arguments.add("-Djboss.tx.node.id=" + node);
    arguments.add("-Djboss.socket.binding.port-offset=" + ports.offset());
    arguments.add("-Djboss.http.port=" + (ports.http() - ports.offset()));
    properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
    return JavaCommand.of(home.path(), jvm, "org.jboss.as.standalone", arguments);
  }

  private static String baseArgument(Path base) {
    return "-Djboss.server.base.dir=" + base.toAbsolutePath().normalize();
  }

  /** What a server is made of. */
  public static final class Builder {

    private static final int REQUEST_THREADS_OF_A_CORE = 4;

    private final WildFlyHome home;
    private final Path base;
    private final Map<String, String> environment = new TreeMap<>();
    private final Map<String, String> properties = new TreeMap<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private List<String> configuration = CliScripts.CONFIGURATION;
    private String node = "node1";
    private String heap = "768m";
    private Path ear;
    private int httpPort;
    private IntSupplier peerPort;
    private boolean archivedClasses;
    private boolean fresh;

    private Builder(WildFlyHome home, Path base) {
      int cores = Runtime.getRuntime().availableProcessors();
      environment.put(
          "RESTANTE_REQUEST_THREADS", Integer.toString(REQUEST_THREADS_OF_A_CORE * cores));
      this.home = home;
      this.base = base.toAbsolutePath().normalize();
    }

    /**
     * The node's name, at most 23 characters and different for every server of one database; else
     * {@code node1}.
     */
    public Builder node(String name) {
      this.node = name;
      return this;
    }

    /** Deployed at every start. */
    public Builder ear(Path file) {
      this.ear = file.toAbsolutePath();
      return this;
    }

    /**
     * Configured by these scripts alone, which lie in {@code cli} of the class path, instead of
     * those that Restante needs: for a server that is to run something else.
     */
    public Builder configuredBy(String... scripts) {
      this.configuration = List.of(scripts);
      return this;
    }

    /** Configured by this script too, after the others. */
    public Builder alsoConfiguredBy(String script) {
      this.configuration = Stream.concat(configuration.stream(), Stream.of(script)).toList();
      return this;
    }

    /** The database that the datasource uses. */
    public Builder database(EmbeddedMariaDb database) {
      environment.putAll(database.serverEnvironment());
      return this;
    }

    /** A variable of the server's environment, added to those of this process. */
    public Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /** More of them. */
    public Builder environment(Map<String, String> variables) {
      environment.putAll(variables);
      return this;
    }

    /** A system property of the server. */
    public Builder property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /**
     * Joins the broker with that of another node on this machine.
     *
     * @param port that node's port of HTTP, asked for at each start
     * @param password the same for all of them
     */
    public Builder cluster(IntSupplier port, String password) {
      this.peerPort = port;
      environment.put("RESTANTE_CLUSTER_PEER_HOST", "127.0.0.1");
      environment.put("RESTANTE_CLUSTER_PASSWORD", password);
      return this;
    }

    /** Size of the heap, {@code 768m} unless said otherwise. */
    public Builder heap(String size) {
      this.heap = size;
      return this;
    }

    /** For a server that lives for some tests: starts with half the work, serves more slowly. */
    public Builder shortLived() {
      return jvmOptions(JavaCommand.SHORT_LIVED);
    }

    /** Starts it, with its EAR, from the classes that the first one of such servers archived. */
    public Builder archivedClasses() {
      this.archivedClasses = true;
      return this;
    }

    Builder jvmOptions(List<String> options) {
      jvmOptions.addAll(options);
      return this;
    }

    /** The port of HTTP; a free one unless it is said. */
    public Builder httpPort(int port) {
      this.httpPort = port;
      return this;
    }

    /** Forgets everything that an earlier run left in the base directory. */
    public Builder fresh() {
      this.fresh = true;
      return this;
    }

    /**
     * Makes the server, not started. Stops one of an earlier run that still holds the base
     * directory.
     */
    public WildFlyServer build() {
      return new WildFlyServer(this);
    }
  }
}
