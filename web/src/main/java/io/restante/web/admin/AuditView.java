package io.restante.web.admin;

import io.restante.audit.AuditEntry;
import io.restante.audit.RecordedEntry;
import java.time.Instant;
import java.util.List;

/** Records of the audit, newest first. */
public record AuditView(List<Item> records, String nextCursor, boolean hasMore) {
  /**
   * Who did what to which resource, when, with which outcome.
   *
   * @param principalId absent where Restante did it by itself
   * @param detail numbers that it ended with, where there are any
   */
  public record Item(
      Instant at,
      String principalId,
      String action,
      String domain,
      String resource,
      String outcome,
      String requestId,
      String detail) {
    static Item of(RecordedEntry recorded) {
      AuditEntry entry = recorded.entry();
      return new Item(
          recorded.at(),
          entry.principalId(),
          entry.action(),
          entry.domain(),
          entry.resource(),
          entry.outcome(),
          entry.requestId(),
          entry.detail());
    }
  }
}
