/**
 * The one clock, which nothing else reads the system's of, and the time that only passes. Uses only
 * the config package.
 */
package io.restante.time;
