/**
 * The outbox: intents that are stored in the transaction of the change that caused them, and
 * carried out after its commit, at least once. {@link io.restante.outbox.OutboxDispatch} publishes
 * them to Artemis, a subclass of {@link io.restante.outbox.EventConsumer} for each type carries
 * them out, in the feature that it is about. What was given up is shown there by a {@link
 * io.restante.outbox.DeadLetterReference}, and begun anew by a {@link io.restante.outbox.Redriver}.
 * Uses the access, audit, config, database, error and sweep packages.
 */
package io.restante.outbox;
