/**
 * Writes that fail, die with their server, flood, wait for somebody else's locks, or are very many;
 * most on servers of their own.
 */
package io.restante.test.pipeline;
