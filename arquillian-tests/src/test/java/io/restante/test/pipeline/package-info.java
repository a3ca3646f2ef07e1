/** Writes that fail, die with their server, flood, or are very many; each on servers of its own. */
package io.restante.test.pipeline;
