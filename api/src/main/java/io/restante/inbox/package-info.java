/**
 * The transactional inbox: deduplication of inbound messages, keyed by scope and message id, inside
 * the consumer's own transaction. {@link io.restante.inbox.Inbox} is the session bean for
 * applications on the same server; the artifact {@code restante-inbox-guard} has an interceptor for
 * their message-driven beans. Uses the error and identifier packages.
 *
 * <p>What happens in the database, in that one transaction, happens effectively once; everything
 * else at least once. Nothing is promised of the order. Requirement 004.
 */
package io.restante.inbox;
