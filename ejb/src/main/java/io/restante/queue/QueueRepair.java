package io.restante.queue;

/** What a repair set, and what was there before. */
public record QueueRepair(QueueAddress address, QueueFigures before, QueueFigures after) {}
