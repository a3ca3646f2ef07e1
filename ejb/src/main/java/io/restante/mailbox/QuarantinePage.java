package io.restante.mailbox;

import java.util.List;

/**
 * Quarantined envelopes, by ascending sequence.
 *
 * @param position the highest sequence of this page, or where it began if it is empty
 */
public record QuarantinePage(List<QuarantinedEnvelope> envelopes, long position, boolean hasMore) {}
