package io.restante.test.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import org.junit.jupiter.api.Test;

class KillIT {

  /** In it: every node counts for itself, and after its start the buckets are full, once. */
  @Test
  void killedNodeAndKilledDatabaseServeAgain() {
    try (OwnServer own =
        OwnServer.builder()
            .nodes(2)
            .property("restante.ratelimit.refused.per-minute", "1")
            .property("restante.ratelimit.refused.burst", "2")
            .start()) {
      String token = MailboxFixture.newDomain(own.admin(1)).principal().token();
      useUpRefusals(own.admin(0).withToken(token));
      own.node(0).kill();
      assertThat(own.admin(1).put("/domains/main/mailboxes/hello", "{}").status()).isIn(200, 201);

      own.node(0).start().awaitReady();
      useUpRefusals(own.admin(0).withToken(token));
      useUpRefusals(own.admin(1).withToken(token));
      own.database().kill();
      own.database().start();

      own.node(0).awaitReady();
      own.node(1).awaitReady();
      assertThat(own.admin(0).put("/domains/main/mailboxes/hello", "{}").status()).isIn(200, 201);
    }
  }

  private static void useUpRefusals(RestClient caller) {
    caller.get("/domains").expect(403);
    caller.get("/domains").expect(403);
    caller.get("/domains").expect(429);
  }
}
