package io.restante.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WildFlyServerIT {

  private final WildFlyHome home = WildFlyHome.of(Distribution.current());

  @TempDir Path directory;

  @Test
  void twoNodesRunOnOneHomeAndOneDatabase() throws IOException {
    try (EmbeddedMariaDb database =
            EmbeddedMariaDb.in(directory.resolve("db")).bufferPool("32M").start();
        WildFlyServer first = node("node1", database).start();
        WildFlyServer second = node("node2", database).start()) {
      first.awaitReady(welcome(first));
      second.awaitReady(welcome(second));

      assertThat(first.httpPort()).isNotEqualTo(second.httpPort());
      assertThat(Files.readString(first.serverLog()))
          .contains("java:jboss/datasources/RestanteDS")
          .doesNotContain("ERROR");
    }
  }

  @Test
  void killedServerStartsAgainOnItsPorts() {
    try (EmbeddedMariaDb database =
            EmbeddedMariaDb.in(directory.resolve("db")).bufferPool("32M").start();
        WildFlyServer server = node("node1", database).start()) {
      server.awaitReady(welcome(server));
      long pid = server.pid();

      server.kill();
      assertThat(server.isRunning()).isFalse();
      server.start().awaitReady(welcome(server));

      assertThat(server.pid()).isNotEqualTo(pid);
    }
  }

  @Test
  void leftoverOfAKilledLauncherIsStopped() {
    try (EmbeddedMariaDb database =
        EmbeddedMariaDb.in(directory.resolve("db")).bufferPool("32M").start()) {
      WildFlyServer abandoned = node("node1", database).start();
      abandoned.awaitReady(welcome(abandoned));

      try (WildFlyServer server = node("node1", database).start()) {
        // It has ended; this JVM, its parent here, only learns of that a moment later.
        assertThat(Waiting.until(Duration.ofMinutes(1), () -> !abandoned.isRunning())).isTrue();
        server.awaitReady(welcome(server));
      }
    }
  }

  private WildFlyServer node(String name, EmbeddedMariaDb database) {
    return WildFlyServer.in(home, directory.resolve(name))
        .node(name)
        .database(database)
        .heap("256m")
        .shortLived()
        .build();
  }

  private static URI welcome(WildFlyServer server) {
    return server.rootUri().resolve("/");
  }
}
