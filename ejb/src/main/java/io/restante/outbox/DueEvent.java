package io.restante.outbox;

/**
 * An event that its holder has leased.
 *
 * @param subjectId the id of what it is about
 * @param detail JSON, as the intent had it
 */
public record DueEvent(long id, long subjectId, String detail) {}
