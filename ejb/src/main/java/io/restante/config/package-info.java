/**
 * Reads and validates settings. Each feature builds its own record from it, at the start or, where
 * it may change while running, with a {@link io.restante.config.LiveConfig}. Uses nothing of
 * Restante.
 */
package io.restante.config;
