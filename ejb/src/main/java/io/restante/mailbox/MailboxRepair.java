package io.restante.mailbox;

/** What a repair set, and what was there before. */
public record MailboxRepair(MailboxAddress address, MailboxFigures before, MailboxFigures after) {}
