package io.restante.queue;

import java.time.Instant;

/**
 * A queue as it is.
 *
 * @param paused whether nothing is handed out
 * @param drifted whether its counters contradict its messages, so that it takes no writes
 */
public record QueueState(
    QueueAddress address,
    QueuePolicy policy,
    boolean paused,
    boolean drifted,
    QueueCounters counters,
    Instant createdAt) {}
