package io.restante.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/**
 * What {@code ./mvnw -Prun} runs: an embedded MariaDB and a WildFly with the EAR, on data that
 * lasts from one run to the next.
 *
 * <p>A lock on the data directory, which the system releases when this process ends in whatever
 * way, tells a launcher that still lives from one that was killed: servers that a killed launcher
 * left behind are stopped, then everything starts on their data.
 */
public final class RunRestante {

  private final RunOptions options;
  private EmbeddedMariaDb database;
  private WildFlyServer server;
  private volatile boolean stopping;

  private RunRestante(RunOptions options) {
    this.options = options;
  }

  /**
   * Starts everything, prints where it is, and returns when it was stopped. Its options are system
   * properties.
   */
  public static void main(String... arguments) {
    RunOptions options = RunOptions.fromSystemProperties();
    DirectoryLock lock =
        DirectoryLock.take(options.data())
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "Restante already runs on " + options.data() + "; see run.json there"));
    try (lock) {
      new RunRestante(options).run();
    }
  }

  private void run() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop-restante"));
    try {
      say("Data in " + options.data());
      RunFile.delete(file("run.json"));
      startDatabase();
      startServer();
      server.awaitReady();
      createMailbox();
      RunFile facts = new RunFile(file("run.json"), server, database, adminToken());
      facts.write();
      System.out.println(facts.summary());
      server.awaitEnd();
      refuseUnlessStopping();
    } catch (IllegalStateException e) {
      if (!stopping) {
        throw e;
      }
    } finally {
      stop();
    }
  }

  /** The server before its database, so that it can end in good order. */
  private synchronized void startDatabase() {
    refuseWhenStopping();
    if (WildFlyServer.stopLeftover(file("wildfly"))) {
      say("Stopped the WildFly that an earlier run had left");
    }
    say("Starting MariaDB");
    database = EmbeddedMariaDb.in(file("mariadb")).distribution(options.distribution()).start();
  }

  private synchronized void startServer() {
    refuseWhenStopping();
    say("Starting WildFly");
    server =
        WildFlyServer.in(WildFlyHome.of(options.distribution()), file("wildfly"))
            .ear(options.ear())
            .database(database)
            .httpPort(options.freeHttpPort())
            .environment("RESTANTE_ADMIN_TOKEN", adminToken())
            .environment("RESTANTE_KEYS_FILE", file("keys.json").toString())
            .environment("RESTANTE_KEYS_CREATE", "true")
            .environment(Unlimited.forValidCallers())
            .build()
            .start();
  }

  /** The one that the printed line submits to. */
  private void createMailbox() {
    URI mailbox = server.rootUri().resolve("v1/domains/main/mailboxes/hello");
    try {
      HttpResponse<String> answer = Http.put(mailbox, adminToken(), "{}");
      if (answer.statusCode() / 100 != 2) {
        throw new IllegalStateException(
            "PUT " + mailbox + " answered " + answer.statusCode() + ": " + answer.body());
      }
    } catch (IOException e) {
      throw new IllegalStateException("PUT " + mailbox + " failed", e);
    }
  }

  /**
   * Called at the end of {@link #run()} and when the process is asked to end, whichever comes
   * first.
   */
  private synchronized void stop() {
    if (stopping) {
      return;
    }
    stopping = true;
    RunFile.delete(file("run.json"));
    if (server != null) {
      say("Stopping WildFly");
      server.stop();
    }
    if (database != null) {
      say("Stopping MariaDB");
      database.stop();
    }
    say("Stopped");
  }

  private void refuseUnlessStopping() {
    if (!stopping) {
      throw new IllegalStateException("WildFly ended. Its log: " + server.serverLog());
    }
  }

  private void refuseWhenStopping() {
    if (stopping) {
      throw new IllegalStateException("Stopped while starting");
    }
  }

  private String adminToken() {
    return SecretFile.readOrCreate(file("admin-token"), "rst_");
  }

  private Path file(String name) {
    return options.data().resolve(name);
  }

  private static void say(String what) {
    System.out.println("[restante] " + what);
  }
}
