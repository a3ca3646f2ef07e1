package io.restante.wake;

import io.restante.mailbox.MailboxAddress;

/**
 * A wake that is to be sent.
 *
 * @param allowed whether the principal that registered the callback may still receive there
 * @param callback null if it does not open
 */
record DueWake(MailboxAddress mailbox, boolean allowed, Callback callback) {}
