/**
 * Mailboxes: settings, submit, pull, finalize, drain, expiry and pruning.
 *
 * <p>A write is a {@link io.restante.mailbox.MailboxCommand}. It decides on a {@link
 * io.restante.mailbox.MailboxLedger}, which holds the locked mailbox rows and what they contain of
 * the envelopes in question, and runs either in a batch of the pipeline or in the caller's
 * transaction. Uses the access, audit, change, config, database, domain, idempotency, keys, outbox,
 * pipeline and sweep packages.
 */
package io.restante.mailbox;
