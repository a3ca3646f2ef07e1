package io.restante.test.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every periodic duty can be seen, and triggered, in the management console. */
class TimersIT {

  @ParameterizedTest
  @CsvSource({
    "EnvelopeExpirer, */5",
    "TombstonePruner, */10",
    "IdempotencyPruner, 5/10",
    "AuditPruner, 30",
    "PullWaker, *",
    "DirectoryChecker, */2",
    "DriftChecker, 45",
    "DriftGauge, 7/10",
    "RetentionApplier, 3/5",
    "Resealer, 25",
    "OutboxPruner, 3/10",
    "InboxPurger, 9/10",
    "OutboxDispatcher, *",
    "OutboxReconciler, 9/10",
    "OutboxGauge, 8/10",
    "QueueTimer, *",
    "QueuePruner, 4/10",
    "QueueDriftChecker, 45",
    "QueueDriftGauge, 6/10",
    "DeadLetterRedriver, *"
  })
  void timerIsInTheTimerService(String bean, String seconds) {
    List<ModelNode> timers = Timers.of(bean);

    assertThat(timers).as(bean).hasSize(1);
    ModelNode timer = timers.get(0);
    assertThat(timer.get("active").asBoolean()).isTrue();
    assertThat(timer.get("calendar-timer").asBoolean()).isTrue();
    assertThat(timer.get("persistent").asBoolean()).isFalse();
    assertThat(timer.get("info").asString()).isNotBlank();
    assertThat(timer.get("schedule", "second").asString()).isEqualTo(seconds);
    assertThat(timer.get("time-remaining").asLong()).isLessThanOrEqualTo(3_600_000);
  }
}
