package io.restante.web.admin;

/** How many tombstones are gone. */
public record PruneView(long pruned) {}
