package io.restante.queue;

/**
 * Which state of which generation an administrator has seen a message in: what is done to it is
 * done to that, or not at all.
 */
public record MessageVersion(long stateVersion, int generation) {}
