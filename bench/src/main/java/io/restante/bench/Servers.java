package io.restante.bench;

import io.restante.server.Distribution;
import io.restante.server.EmbeddedMariaDb;
import io.restante.server.Unlimited;
import io.restante.server.WildFlyHome;
import io.restante.server.WildFlyServer;
import java.nio.file.Path;
import java.time.Duration;

/** The MariaDB that all share, and the WildFly with the EAR. */
final class Servers implements AutoCloseable {
  private static final String TOKEN = "rst_bench_only_0123456789abcdef";

  private final EmbeddedMariaDb database;
  private final WildFlyServer server;

  Servers(Path directory) {
    database = EmbeddedMariaDb.in(directory.resolve("mariadb")).fresh().bufferPool("4G").start();
    server =
        WildFlyServer.in(WildFlyHome.of(Distribution.current()), directory.resolve("wildfly"))
            .fresh()
            .ear(Path.of(System.getProperty("restante.ear")))
            .database(database)
            .environment("RESTANTE_ADMIN_TOKEN", TOKEN)
            .environment("RESTANTE_KEYS_FILE", directory.resolve("keys.json").toString())
            .environment("RESTANTE_KEYS_CREATE", "true")
            .environment(Unlimited.forAll())
            .environment("RESTANTE_WAKE_ALLOWED_HOSTS", "127.0.0.1")
            .environment("JAVA_TOOL_OPTIONS", System.getProperty("bench.jvm", ""))
            .heap("2g")
            .build();
    server.start().awaitReady();
  }

  RestSystem rest() {
    return new RestSystem(server.rootUri(), TOKEN);
  }

  RestQueues queues() {
    return new RestQueues(server.rootUri(), TOKEN);
  }

  JdbcSystem jdbc() {
    return new JdbcSystem(database.jdbcUrl(), database.user(), database.password());
  }

  /** Processor time of server and database so far. */
  Cpu cpu() {
    return new Cpu(cpu(server.pid()), cpu(database.pid()), cpu(ProcessHandle.current().pid()));
  }

  /** Processor time of a process so far. */
  static Duration cpu(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    server.stop();
    database.stop();
  }

  /** Processor times. */
  record Cpu(Duration server, Duration database, Duration driver) {
    Cpu since(Cpu earlier) {
      return new Cpu(
          server.minus(earlier.server),
          database.minus(earlier.database),
          driver.minus(earlier.driver));
    }
  }
}
