package io.restante.test.harness;

import io.restante.server.EmbeddedMariaDb;
import io.restante.server.Unlimited;
import io.restante.server.WildFlyHome;
import io.restante.server.WildFlyServer;
import java.nio.file.Path;

/** What every WildFly with Restante is made of that tests start. */
final class TestNode {

  private TestNode() {}

  static WildFlyServer.Builder in(
      WildFlyHome home, Path directory, EmbeddedMariaDb database, String adminToken, Path keyFile) {
    return WildFlyServer.in(home, directory)
        .fresh()
        .shortLived()
        .alsoConfiguredBy("test-log")
        .archivedClasses()
        .ear(TestPaths.ear())
        .database(database)
        .environment("RESTANTE_ADMIN_TOKEN", adminToken)
        .environment("RESTANTE_KEYS_FILE", keyFile.toString())
        .environment("RESTANTE_KEYS_CREATE", "true")
        .environment(Unlimited.forAll());
  }
}
