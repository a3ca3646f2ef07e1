package io.restante.queue;

import io.restante.database.LeftToNextRound;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Every hour, on every node: compares the counters of all queues with their rows, 100 queues at
 * once, and marks those that drifted. Two nodes at once find the same, and the second finds the
 * mark.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class QueueDriftChecker {
  private static final Logger LOG = Logger.getLogger(QueueDriftChecker.class);

  @Inject private QueueCheck check;

  @Schedule(hour = "*", minute = "37", second = "45", persistent = false, info = "check queues")
  void checkAll() {
    QueueCheck.Part part = new QueueCheck.Part(0, List.of(), 0, true);
    while (part.hasMore()) {
      part = check.run(null, NameRange.ALL, part.position());
      if (!part.found().isEmpty()) {
        LOG.errorf(
            "%d queues have counters that contradict their rows, and take no writes until they are"
                + " repaired, or miss bodies: see POST /admin/check.",
            part.found().size());
      }
    }
  }
}
