/**
 * The outbox: intents that are stored in the transaction of the change that caused them, and
 * carried out after its commit, at least once. Uses the access, audit, config, database, error and
 * sweep packages.
 */
package io.restante.outbox;
