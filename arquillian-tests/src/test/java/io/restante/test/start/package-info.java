/**
 * How a node starts, or refuses to, and what it says of its own state: settings, keys, schema,
 * health, timers.
 */
package io.restante.test.start;
