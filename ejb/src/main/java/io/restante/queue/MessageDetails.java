package io.restante.queue;

import java.time.Instant;

/**
 * A message as administrators see it, without its body.
 *
 * @param bytes of its body, also after that is gone
 * @param notBefore only while it is scheduled
 * @param leaseUntil only while it is leased
 * @param holder the principal that has it
 * @param reason the code of its last failure
 * @param parkedSequence its place among the dead letters
 * @param finishedAt when it came to its end
 * @param hindrance why it is not handed out; null if it is the next, or nobody asked
 */
public record MessageDetails(
    String messageId,
    MessageState state,
    long stateVersion,
    int generation,
    int attempts,
    int bytes,
    String orderingKey,
    Instant enqueuedAt,
    Instant notBefore,
    Instant expiresAt,
    Instant leaseUntil,
    String holder,
    String reason,
    Long parkedSequence,
    Instant finishedAt,
    Hindrance hindrance) {}
