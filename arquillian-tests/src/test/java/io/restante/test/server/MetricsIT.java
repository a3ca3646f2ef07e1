package io.restante.test.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Metrics;
import io.restante.test.mailbox.MailboxFixture;
import org.junit.jupiter.api.Test;

/** What a Prometheus reads from the management port. */
class MetricsIT {

  @Test
  void pipelineCountsWhatItCarries() {
    MailboxFixture fixture = MailboxFixture.newDomain();
    double before = value("batch_requests_sum");
    for (int i = 0; i < 3; i++) {
      fixture.mailbox().submit("message-" + i).expect(201);
    }

    assertThat(value("batch_requests_sum")).isGreaterThanOrEqualTo(before + 3);
    assertThat(value("wait_seconds_count")).isPositive();
    assertThat(value("transaction_seconds_sum")).isPositive();
    assertThat(value("repetitions_total")).isNotNegative();
    assertThat(value("splits_total")).isNotNegative();
    assertThat(value("overloads_total")).isNotNegative();
  }

  private static double value(String metric) {
    return Metrics.ofPipeline("mailbox", metric);
  }
}
