package io.restante.mailbox;

/**
 * What became of a discard.
 *
 * @param acknowledgementQueued whether this discard has an acknowledgement sent, which will not say
 *     that the envelope was discarded
 */
public record DiscardReceipt(DiscardStatus status, boolean acknowledgementQueued) {}
