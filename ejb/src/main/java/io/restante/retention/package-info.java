/**
 * Shortening the life of envelopes that are held already: a preview, its confirmation, and a run in
 * the background that any node goes on with. Uses the access, audit, database, domain, error, keys
 * and mailbox packages.
 */
package io.restante.retention;
