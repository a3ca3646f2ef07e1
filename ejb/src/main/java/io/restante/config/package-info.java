/**
 * Reads and validates settings. Each feature builds its own record from it at start. Uses nothing
 * of Restante.
 */
package io.restante.config;
