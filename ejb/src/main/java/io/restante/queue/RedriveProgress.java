package io.restante.queue;

import java.time.Instant;

/**
 * How far an order to redrive is.
 *
 * @param redriven messages that were begun anew
 * @param skipped those that were meant, but whose own time is over
 * @param finishedAt null while it runs
 */
public record RedriveProgress(
    String redriveId,
    RedriveOrder order,
    long redriven,
    long skipped,
    Instant createdAt,
    Instant finishedAt) {}
