/** Mailboxes over REST. Uses the idempotency, json and request packages. */
package io.restante.web.mailbox;
