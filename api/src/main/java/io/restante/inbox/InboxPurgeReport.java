package io.restante.inbox;

/** How many records each sweep cleared away. */
public record InboxPurgeReport(int completed, int incomplete, int dead) {}
