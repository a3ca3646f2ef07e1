package io.restante.audit;

import java.util.List;

/**
 * Entries of the audit, newest first.
 *
 * @param position where the next page begins
 * @param hasMore whether an older entry lay beyond the page when it was read
 */
public record AuditPage(List<RecordedEntry> entries, long position, boolean hasMore) {
  public AuditPage {
    entries = List.copyOf(entries);
  }
}
