package io.restante.test.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Metrics;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.request.Refusals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hourly check, now. */
class DriftCheckerIT {

  @Test
  void timerMarksWhatDriftedInAnyDomainAndNothingElse() throws SQLException {
    MailboxFixture domain = MailboxFixture.newDomain();
    RestMailbox drifted = domain.mailbox();
    RestMailbox sound = domain.mailbox();
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement =
            database.prepareStatement(
                "UPDATE mailbox SET pending_count = 1 WHERE pending_count = 0 AND name = ?")) {
      statement.setString(1, drifted.name());
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }

    Timers.trigger("DriftChecker");
    Timers.trigger("DriftGauge");

    Refusals.require(drifted.submit("m"), 503, "RECOVERY_REQUIRED");
    sound.submit("m").expect(201);
    assertThat(metric()).isPositive();
    domain
        .admin()
        .post("/admin/check/repair", Map.of("domain", domain.domain(), "mailbox", drifted.name()))
        .expect(200);
    drifted.submit("m").expect(201);
    Timers.trigger("DriftGauge");
    assertThat(metric()).isZero();
  }

  private static double metric() {
    return Metrics.of("restante_mailbox_drifted");
  }
}
