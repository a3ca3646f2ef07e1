package io.restante.inbox;

import java.util.List;

/**
 * Dead messages, oldest first.
 *
 * @param position where the next page begins; null only if the list was empty from its beginning
 */
public record DeadLetterPage(
    List<InboxRecord> records, DeadLetterQuery.Position position, boolean hasMore) {
  public DeadLetterPage {
    records = List.copyOf(records);
  }
}
