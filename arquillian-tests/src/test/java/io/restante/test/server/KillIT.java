package io.restante.test.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.OwnServer;
import org.junit.jupiter.api.Test;

class KillIT {

  @Test
  void killedNodeAndKilledDatabaseServeAgain() {
    try (OwnServer own = OwnServer.builder().nodes(2).start()) {
      own.node(0).kill();
      assertThat(own.admin(1).put("/domains/main/mailboxes/hello", "{}").status()).isIn(200, 201);

      own.node(0).start().awaitReady();
      own.database().kill();
      own.database().start();

      own.node(0).awaitReady();
      own.node(1).awaitReady();
      assertThat(own.admin(0).put("/domains/main/mailboxes/hello", "{}").status()).isIn(200, 201);
    }
  }
}
