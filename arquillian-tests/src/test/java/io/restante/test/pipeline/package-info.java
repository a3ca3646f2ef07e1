/** Batches of the write pipeline that fail, flood, or are very many; each on servers of its own. */
package io.restante.test.pipeline;
