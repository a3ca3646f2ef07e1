/**
 * Concurrent writes that share commits. {@link io.restante.pipeline.WritePipeline} knows nothing of
 * what it carries. Uses the config, database and error packages.
 */
package io.restante.pipeline;
