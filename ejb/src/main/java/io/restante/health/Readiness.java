package io.restante.health;

import io.restante.database.SchemaMigration;
import io.restante.outbox.Broker;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;

/**
 * Looks at the database, whether it takes writes, the schema, the clock and the broker. Without the
 * broker the node serves everybody: what it distributes waits in the outbox.
 */
@ApplicationScoped
public class Readiness {
  private static final Duration MAX_SKEW = Duration.ofSeconds(2);

  /** MariaDB 12 says of read_only in words what older ones say in numbers. */
  private static final String QUERY =
      """
      SELECT CAST(UNIX_TIMESTAMP(SYSDATE(3)) * 1000 AS SIGNED INTEGER),
             @@global.read_only IN ('0', 'OFF') AND NOT @@global.innodb_read_only
      """;

  @Resource(lookup = "java:jboss/datasources/RestanteDS")
  private DataSource dataSource;

  @Inject private SchemaMigration schema;
  @Inject private Clock clock;
  @Inject private Broker broker;

  public List<Check> checks() {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      Instant before = clock.instant();
      try (ResultSet rows = statement.executeQuery(QUERY)) {
        rows.next();
        Instant database = Instant.ofEpochMilli(rows.getLong(1));
        return List.of(
            rows.getBoolean(2) ? Check.up("database", null) : Check.down("database", "read-only"),
            Check.up("schema", schema.version()),
            clock(before, database, clock.instant()),
            messaging());
      }
    } catch (SQLException e) {
      return List.of(Check.down("database", "error " + e.getErrorCode()), messaging());
    }
  }

  private Check messaging() {
    return broker.isReachable()
        ? Check.up("messaging", null)
        : Check.degraded("messaging", "the broker cannot be reached");
  }

  /** The question took time itself: the database's moment lies between ours before and after. */
  private static Check clock(Instant before, Instant database, Instant after) {
    Duration behind = Duration.between(database, before);
    Duration ahead = Duration.between(after, database);
    Duration skew = behind.compareTo(ahead) > 0 ? behind : ahead;
    String detail = "skew " + Math.max(0, skew.toMillis()) + " ms";
    return skew.compareTo(MAX_SKEW) > 0 ? Check.down("clock", detail) : Check.up("clock", detail);
  }
}
