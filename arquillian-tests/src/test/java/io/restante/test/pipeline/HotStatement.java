package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement of the database's general log, and its plan.
 *
 * @param text with its values as question marks, and lists of any length alike
 * @param sql as it was sent
 * @param plan how each table is reached; empty for an insert
 */
record HotStatement(String text, String sql, List<Step> plan) {

  private static final Pattern EXECUTED =
      Pattern.compile(
          "(?is)\\s(?:Bulk_execute|Execute|Query)\\t((?:select|update|delete|insert)\\b.*?)"
              + "(?=\\n(?:\\t|\\d{6} )|\\z)");
  private static final Pattern OURS =
      Pattern.compile(
          "(?i)(?:from|update|into|join) (?:envelope|mailbox|tombstone|idempotency_record|queue|queue_counter"
              + "|queue_message|queue_body|queue_receipt)\\b");

  private static final Pattern VALUE =
      Pattern.compile(
          "(?s)(?:TIMESTAMP)?'[^'\\\\]*+(?:(?:\\\\.|'')[^'\\\\]*+)*+'"
              + "|(?<=[=<>(, ])\\d+\\b|\\bNULL\\b(?=[,)])");

  /** Whole: the bytes of a digest may begin like one. */
  private static final Pattern PATH_INTO_JSON = Pattern.compile("'\\$(?:\\[(?:\\*|\\d+)])*'");

  /** One row of an EXPLAIN. */
  record Step(String table, String type, String key, String extra) {
    @Override
    public String toString() {
      return "| `%s` | %s | %s | %s |".formatted(table, type, key, extra);
    }
  }

  /** All different ones of the log, in order of their texts. */
  static Collection<HotStatement> explained(String log, Connection connection) throws SQLException {
    Map<String, HotStatement> found = new TreeMap<>();
    Matcher executed = EXECUTED.matcher(log);
    while (executed.find()) {
      String sql = executed.group(1);
      String text = normalized(sql);
      if (OURS.matcher(sql).find() && !found.containsKey(text)) {
        found.put(text, new HotStatement(text, sql, plan(sql, connection)));
      }
    }
    return found.values();
  }

  /** The timer looks at one entry of an index for each queue, and so at all queues. */
  private static final String EACH_QUEUE = "q";

  void requireIndexed() {
    assertThat(plan)
        .as(text)
        .filteredOn(step -> !step.extra().contains("Table function"))
        .filteredOn(
            step -> !step.table().equals(EACH_QUEUE) || !text.contains("m.due_queue = q.id"))
        .noneMatch(step -> step.type().equals("ALL") || step.type().equals("index"));
  }

  /** How many entries of indexes its execution reads. */
  long reads(Connection connection) throws SQLException {
    long before = readsOf(connection);
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery(sql).close();
    }
    return readsOf(connection) - before;
  }

  private static long readsOf(Connection connection) throws SQLException {
    long reads = 0;
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SHOW SESSION STATUS WHERE Variable_name IN ('Handler_read_key',"
                    + " 'Handler_read_next', 'Handler_read_prev', 'Handler_read_first',"
                    + " 'Handler_read_last')")) {
      while (row.next()) {
        reads += row.getLong(2);
      }
    }
    return reads;
  }

  static String document(Collection<HotStatement> statements) {
    StringBuilder document = new StringBuilder();
    for (HotStatement statement : statements) {
      document.append("```sql\n").append(statement.text).append("\n```\n\n");
      if (!statement.plan.isEmpty()) {
        document.append("| table | type | key | |\n|---|---|---|---|\n");
        statement.plan.forEach(step -> document.append(step).append('\n'));
        document.append('\n');
      }
    }
    return document.toString();
  }

  private static String normalized(String sql) {
    return VALUE
        .matcher(sql)
        .replaceAll(value -> PATH_INTO_JSON.matcher(value.group()).matches() ? "$0" : "?")
        .replaceAll("(\\(\\?(?:,\\?)*\\))(?:,\\s*\\1)+", "$1,…")
        .replaceAll("(?<= in \\(\\?)(?:,\\?)+(?=\\))", ",…")
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static List<Step> plan(String sql, Connection connection) throws SQLException {
    List<Step> steps = new ArrayList<>();
    if (sql.regionMatches(true, 0, "insert", 0, 6)) {
      return steps;
    }
    String readable = sql.replaceAll("(?s)(?<=key_hash in \\().*(?=\\))", "REPEAT('a',32)");
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("EXPLAIN " + readable)) {
      while (row.next()) {
        steps.add(
            new Step(
                String.valueOf(row.getString("table")),
                String.valueOf(row.getString("type")),
                String.valueOf(row.getString("key")),
                String.valueOf(row.getString("Extra"))));
      }
    }
    return steps;
  }
}
