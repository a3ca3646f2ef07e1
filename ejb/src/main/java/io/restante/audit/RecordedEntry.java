package io.restante.audit;

import java.time.Instant;

/** An entry of the audit, with when it was recorded. */
public record RecordedEntry(Instant at, AuditEntry entry) {}
