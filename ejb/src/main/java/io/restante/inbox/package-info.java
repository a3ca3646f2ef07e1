/**
 * The transactional inbox: the session beans for applications on the server, their table, the timer
 * that purges it. Uses the access, audit, config, database, domain, error, outbox and sweep
 * packages.
 */
package io.restante.inbox;
