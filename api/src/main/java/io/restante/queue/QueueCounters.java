package io.restante.queue;

/**
 * How much a queue holds.
 *
 * @param storedMessages that are not at their end, those that follow included
 * @param storedBytes of their bodies
 * @param inFlightMessages that are leased
 * @param deadLetterMessages that are parked; without those that wait for room
 */
public record QueueCounters(
    long storedMessages,
    long storedBytes,
    long inFlightMessages,
    long inFlightBytes,
    long deadLetterMessages,
    long deadLetterBytes) {}
