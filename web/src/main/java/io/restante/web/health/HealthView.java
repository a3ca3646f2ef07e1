package io.restante.web.health;

import io.restante.health.Check;
import java.util.List;

/** UP, DEGRADED or DOWN, and of what. */
public record HealthView(Check.Status status, List<Check> checks) {}
