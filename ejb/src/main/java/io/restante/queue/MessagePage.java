package io.restante.queue;

import java.util.List;

/**
 * Some messages of a queue.
 *
 * @param position where the next page begins
 */
public record MessagePage(List<MessageDetails> messages, long position, boolean hasMore) {}
