package io.restante.outbox;

/**
 * An event that is to be carried out.
 *
 * @param subjectId the id of what it is about
 * @param detail JSON, as the intent had it
 */
public record DueEvent(long id, EventType type, long subjectId, String detail) {}
