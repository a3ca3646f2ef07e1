package io.restante.test.harness;

import static io.restante.test.harness.Management.operation;

import java.sql.SQLException;

/**
 * Two nodes on one database, their brokers joined, that several tests share, one after the other: a
 * start costs half a minute. The first call starts them, the end of this JVM stops them. A test
 * that kills one of them leaves both serving. Envelopes of one second are allowed, so that tests
 * see them expire.
 */
public final class TwoNodes {

  private static OwnServer running;

  private TwoNodes() {}

  public static synchronized OwnServer running() {
    if (running == null) {
      running =
          OwnServer.builder()
              .nodes(2)
              .joined()
              .property("restante.mailbox.ttl.minimum", "PT1S")
              .start();
    }
    return running;
  }

  /** Gives the nodes a database as MariaDB 11.6.2 and newer are by themselves, or as older ones. */
  public static void isolateSnapshots(boolean wanted) throws SQLException {
    running().administerDatabase("SET GLOBAL innodb_snapshot_isolation = " + wanted);
    for (int i = 0; i < running().size(); i++) {
      try (Management management = running().management(i)) {
        management.execute(
            operation(
                "flush-gracefully-connection-in-pool",
                "subsystem",
                "datasources",
                "data-source",
                "RestanteDS"));
      }
    }
  }
}
