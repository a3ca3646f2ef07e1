package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * A MariaDB server of our own: binaries from the {@link Distribution}, data in a directory of its
 * own, reachable on 127.0.0.1 only.
 *
 * <p>It holds a database {@code restante} and a user of that name, whose random password stands in
 * a file that only its owner can read. It flushes every commit, so that {@link #kill()} loses
 * nothing that was committed; {@link #start()} recovers on the same data and the same port. Not
 * safe for use by several threads.
 */
public final class EmbeddedMariaDb implements AutoCloseable {

  private static final String NAME = "restante";
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final Duration STOP_GRACE = Duration.ofMinutes(1);
  private static final Duration CLIENT_LIMIT = Duration.ofMinutes(10);

  private final Distribution distribution;
  private final Path home;
  private final Path directory;
  private final Path data;
  private final String password;
  private final String bufferPool;
  private final List<String> options;
  private final List<String> statements;
  private final int port;
  private ServerProcess process;

  private EmbeddedMariaDb(Builder builder) {
    this.distribution = builder.distribution;
    this.home = distribution.mariaDb();
    this.directory = builder.directory;
    this.data = directory.resolve("data");
    Leftovers.stop(dataArgument());
    if (builder.fresh) {
      Directories.delete(directory);
    }
    this.password = SecretFile.readOrCreate(directory.resolve("password"), "");
    this.bufferPool = builder.bufferPool;
    this.options = List.copyOf(builder.options);
    this.statements = List.copyOf(builder.statements);
    this.port = Ports.free();
  }

  /**
   * A server whose data, log and password are kept in the directory, which is made if it is
   * missing.
   */
  public static Builder in(Path directory) {
    return new Builder(directory);
  }

  /** Starts it and waits until it answers. The first start also makes the system tables. */
  public EmbeddedMariaDb start() {
    if (isRunning()) {
      throw new IllegalStateException("MariaDB already runs, pid " + pid());
    }
    install();
    SecretFile.write(initFile(), initStatements());
    process = launch("MariaDB", log(), serverCommand());
    awaitReady(START_LIMIT);
    return this;
  }

  /** Waits until it accepts a connection of the user {@code restante}. */
  public void awaitReady(Duration limit) {
    boolean ready = Waiting.until(limit, () -> answers() || !isRunning());
    if (!ready || !isRunning()) {
      throw process.failure(
          ready ? "ended while it started" : "was not ready in " + limit.toSeconds() + " s");
    }
  }

  /** Stops it cleanly. Does nothing if it does not run. */
  public void stop() {
    if (process != null) {
      process.stop(STOP_GRACE);
    }
  }

  /** Ends the process as {@code kill -9} does. Does nothing if it never ran. */
  public void kill() {
    if (process != null) {
      process.kill();
    }
  }

  /** Stops it cleanly if it runs, and starts it on the same data and port. */
  public EmbeddedMariaDb restart() {
    stop();
    return start();
  }

  @Override
  public void close() {
    stop();
  }

  /** A new connection of the user {@code restante}, which the caller closes. */
  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user());
    properties.setProperty("password", password);
    properties.setProperty("connectionTimeZone", "UTC");
    properties.setProperty("forceConnectionTimeZoneToSession", "true");
    return new org.mariadb.jdbc.Driver().connect(jdbcUrl(), properties);
  }

  /** Writes the database {@code restante} to a file, as it is at one moment. */
  public void dumpTo(Path file) {
    client("mariadb-dump", "--single-transaction", "--result-file=" + file, NAME);
  }

  /** Makes the database {@code restante} anew, with what {@link #dumpTo} wrote and nothing else. */
  public void restoreFrom(Path file) {
    client(
        "mariadb",
        "--execute=DROP DATABASE IF EXISTS %1$s; CREATE DATABASE %1$s CHARACTER SET utf8mb4;"
                .formatted(NAME)
            + " USE %s; SOURCE %s;".formatted(NAME, file));
  }

  public boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** The URL of the database, without user and password. */
  public String jdbcUrl() {
    return "jdbc:mariadb://127.0.0.1:" + port + "/" + NAME;
  }

  public String user() {
    return NAME;
  }

  public String password() {
    return password;
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  /** What the server wrote since its last start. */
  public Path log() {
    return directory.resolve("mariadb.log");
  }

  /** The environment by which {@code 20-datasource.cli} finds this database. */
  public Map<String, String> serverEnvironment() {
    return Map.of(
        "RESTANTE_DB_URL", jdbcUrl(), "RESTANTE_DB_USER", user(), "RESTANTE_DB_PASSWORD", password);
  }

  private boolean answers() {
    try (Connection connection = connect()) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Into a draft that is renamed at the end, so that an interrupted installation is begun anew. */
  private void install() {
    if (Files.isDirectory(data)) {
      return;
    }
    Path draft = directory.resolve("data.new");
    Directories.delete(draft);
    Directories.copy(SystemTables.of(distribution), draft);
    try {
      Files.move(draft, data, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs one of MariaDB's client programs as the user {@code restante}. */
  private void client(String program, String... arguments) {
    Path options = directory.resolve("client.cnf");
    SecretFile.write(
        options,
        "[client]\nhost=127.0.0.1\nport=%d\nskip-ssl\nuser=%s\npassword=%s\n"
            .formatted(port, NAME, password));
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve(program).toString());
    command.add("--defaults-file=" + options);
    command.addAll(List.of(arguments));
    launch(program, directory.resolve(program + ".log"), command).awaitSuccess(CLIENT_LIMIT);
  }

  private List<String> serverCommand() {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/mariadbd").toString());
    command.add("--no-defaults");
    command.add(dataArgument());
    command.add("--basedir=" + home);
    command.add("--lc-messages-dir=" + home.resolve("share"));
    command.add("--init-file=" + initFile());
    command.add("--port=" + port);
    command.add("--bind-address=127.0.0.1");
    // No socket file: its path may be no longer than 107 characters, and nobody needs it.
    command.add("--socket=");
    command.add("--skip-name-resolve");
    // Else every start spends up to ten seconds on a new RSA key; the loopback interface needs no
    // TLS.
    command.add("--skip-ssl");
    command.add("--character-set-server=utf8mb4");
    command.add("--default-time-zone=+00:00");
    command.add("--max-connections=300");
    command.add("--max-allowed-packet=64M");
    command.add("--innodb-flush-log-at-trx-commit=1");
    command.add("--innodb-buffer-pool-size=" + bufferPool);
    command.addAll(options);
    SystemTables.asRoot(command);
    return command;
  }

  private String dataArgument() {
    return "--datadir=" + data;
  }

  private Path initFile() {
    return directory.resolve("init.sql");
  }

  /** One statement a line; they run at every start, before the first connection. */
  private String initStatements() {
    String account = "'" + NAME + "'@'127.0.0.1'";
    return """
        CREATE DATABASE IF NOT EXISTS %1$s CHARACTER SET utf8mb4;
        CREATE USER IF NOT EXISTS %2$s IDENTIFIED BY '%3$s';
        GRANT ALL ON %1$s.* TO %2$s;
        """
            .formatted(NAME, account, password)
        + statements.stream().map(statement -> statement + ";\n").collect(Collectors.joining());
  }

  private ServerProcess launch(String name, Path output, List<String> command) {
    return ServerProcess.start(name, output, command, directory, Map.of());
  }

  /** What a server is made of. */
  public static final class Builder {

    private final Path directory;
    private final List<String> options = new ArrayList<>();
    private final List<String> statements = new ArrayList<>();
    private Distribution distribution;
    private String bufferPool = "512M";
    private boolean fresh;

    private Builder(Path directory) {
      this.directory = directory.toAbsolutePath().normalize();
    }

    /** Else {@link Distribution#current()}. */
    public Builder distribution(Distribution distribution) {
      this.distribution = distribution;
      return this;
    }

    /** Size of InnoDB's buffer pool, {@code 512M} unless said otherwise. */
    public Builder bufferPool(String size) {
      this.bufferPool = size;
      return this;
    }

    /** One more option of {@code mariadbd}, such as {@code --innodb-snapshot-isolation=ON}. */
    public Builder option(String option) {
      options.add(option);
      return this;
    }

    /** One more statement that runs at every start, on one line, with all privileges. */
    public Builder statement(String sql) {
      statements.add(sql);
      return this;
    }

    /** Forgets everything that an earlier run left in the directory. */
    public Builder fresh() {
      this.fresh = true;
      return this;
    }

    /**
     * Makes the server, not started. Stops one of an earlier run that still holds the directory.
     */
    public EmbeddedMariaDb build() {
      if (distribution == null) {
        distribution = Distribution.current();
      }
      return new EmbeddedMariaDb(this);
    }

    /** Makes the server and starts it. */
    public EmbeddedMariaDb start() {
      return build().start();
    }
  }
}
