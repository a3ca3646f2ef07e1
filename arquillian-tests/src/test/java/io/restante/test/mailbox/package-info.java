/**
 * What a mailbox promises over REST: submit, pull, finalize, expiry, quotas. {@link
 * io.restante.test.mailbox.MailboxFixture} is the vocabulary; uses the harness only.
 */
package io.restante.test.mailbox;
