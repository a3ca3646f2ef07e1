package io.restante.test.harness;

import io.restante.server.Distribution;
import io.restante.server.EmbeddedMariaDb;
import io.restante.server.WildFlyHome;
import io.restante.server.WildFlyServer;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * The server that most tests share: one MariaDB and one WildFly with the EAR that Maven built. The
 * first call starts them, the end of this JVM stops them. Tests keep out of each other's way by
 * using domain names of their own.
 *
 * <p>Its database counts which rows are read ({@link RowsRead}). It has no rate limits unless a
 * test sets some, and calls callbacks at 127.0.0.1. Its clock can be moved, for everybody: a test
 * that does so resets it and runs alone, see {@code @Isolated} of JUnit.
 */
public final class TestServer {

  private static final String ADMIN_TOKEN = "rst_" + Secrets.random();
  private static final WildFlyServer SERVER;
  private static final EmbeddedMariaDb DATABASE;
  private static final ServerClock CLOCK;
  private static final Management MANAGEMENT;
  private static final SystemProperties PROPERTIES;

  static {
    DATABASE =
        OtherSchema.in(
                EmbeddedMariaDb.in(TestPaths.directory("shared/mariadb"))
                    .fresh()
                    .option("--userstat=1"))
            .build();
    SERVER =
        TestNode.in(
                WildFlyHome.of(Distribution.current()),
                TestPaths.directory("shared/wildfly"),
                DATABASE,
                ADMIN_TOKEN,
                TestPaths.directory("shared/keys.json"))
            .environment("RESTANTE_WAKE_ALLOWED_HOSTS", "127.0.0.1")
            .property("restante.clock.adjustable", "true")
            .build();
    MANAGEMENT = new Management(SERVER);
    PROPERTIES = new SystemProperties(MANAGEMENT);
    CLOCK = new ServerClock(PROPERTIES);
  }

  private TestServer() {}

  /** Starts it unless it runs. Every other method does so by itself. */
  public static synchronized void start() {
    if (!SERVER.isRunning()) {
      StopAtExit.register(TestServer::stop);
      DATABASE.start();
      SERVER.start().awaitReady();
    }
  }

  /** {@code http://localhost:PORT/restante/}, with a slash at the end. */
  public static URI rootUri() {
    start();
    return SERVER.rootUri();
  }

  /** {@code http://localhost:PORT/restante/v1}, without a slash at the end. */
  public static URI baseUri() {
    return rootUri().resolve("v1");
  }

  /** Token of a principal that may do everything. */
  public static String adminToken() {
    return ADMIN_TOKEN;
  }

  /** A connection to the server's database as the server's user; the caller closes it. */
  public static Connection openDatabase() throws SQLException {
    start();
    return DATABASE.connect();
  }

  /** Writes the whole database to a file, with {@code mariadb-dump}. */
  public static void dumpDatabase(Path file) {
    start();
    DATABASE.dumpTo(file);
  }

  /** The server's management interface, as the console uses it. */
  public static Management management() {
    start();
    return MANAGEMENT;
  }

  /** Moves the server's clock to the instant, from where it goes on. */
  public static void moveClockTo(Instant instant) {
    start();
    CLOCK.setOffset(Duration.between(Instant.now(), instant));
  }

  /** Moves the server's clock forward from where it is. */
  public static void advanceClock(Duration duration) {
    start();
    CLOCK.setOffset(CLOCK.offset().plus(duration));
  }

  /** The server's clock is again that of the machine. */
  public static void resetClock() {
    start();
    CLOCK.setOffset(Duration.ZERO);
  }

  /**
   * Lets time pass for the server's rate limits and for what it reads again, as if everybody had
   * waited. Its clock shows the same as before; nothing takes the time back.
   */
  public static void passTime(Duration time) {
    start();
    CLOCK.pass(time);
  }

  /** Settings to be changed while it runs, for everybody, until they are closed. */
  public static LiveSettings settings() {
    start();
    return new LiveSettings(PROPERTIES, TestServer::passTime);
  }

  /** What the server's clock shows now. */
  public static Instant now() {
    return Instant.now().plus(CLOCK.offset());
  }

  /** The process itself: its log, its ports, its pid. Not to be stopped; see {@link OwnServer}. */
  public static WildFlyServer process() {
    return SERVER;
  }

  /** At once, since nobody needs its data any more. */
  private static void stop() {
    MANAGEMENT.close();
    SERVER.kill();
    DATABASE.kill();
  }
}
