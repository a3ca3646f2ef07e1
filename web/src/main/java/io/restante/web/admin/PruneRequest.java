package io.restante.web.admin;

/**
 * Which tombstones to prune.
 *
 * @param maxAgeSeconds those that are of this age or older
 */
public record PruneRequest(Long maxAgeSeconds) {}
