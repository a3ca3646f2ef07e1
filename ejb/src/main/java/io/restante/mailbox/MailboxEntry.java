package io.restante.mailbox;

/**
 * What a node remembers of a mailbox.
 *
 * @param sealed whether new bodies are to be sealed
 */
record MailboxEntry(long id, boolean sealed) {}
