/**
 * Mailboxes: per-recipient ordered stores of opaque envelopes. {@link
 * io.restante.mailbox.Mailboxes} is the session bean for applications on the same server; the
 * records are shared with REST. Uses the access, error and identifier packages.
 */
package io.restante.mailbox;
