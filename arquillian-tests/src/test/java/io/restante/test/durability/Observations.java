package io.restante.test.durability;

import io.restante.test.harness.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the callers of a server saw while it, or its database, was killed; shared by all. */
final class Observations {

  /** The only refusals for want of a server or database; the last one is of a retry. */
  private static final Set<String> RETRYABLE =
      Set.of("UNAVAILABLE", "UNKNOWN_OUTCOME", "OVERLOADED", "IDEMPOTENCY_IN_PROGRESS");

  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private volatile boolean serverAway;

  /** From now on connections may break, and WildFly may answer in Restante's stead. */
  void serverGoes() {
    serverAway = true;
  }

  /** From now on every request must be answered by Restante. */
  void serverIsBack() {
    serverAway = false;
  }

  boolean isServerAway() {
    return serverAway;
  }

  /**
   * Whether the answer decides nothing, so that the request is to be repeated.
   *
   * @param awayMeanwhile whether there was no server during a part of the request
   */
  boolean isUndecided(Reply reply, boolean awayMeanwhile) {
    if (!isOfRestante(reply)) {
      count("answered by WildFly");
      return awayMeanwhile;
    }
    if (reply.status() < 300 || !RETRYABLE.contains(reply.code())) {
      return false;
    }
    count(reply.code());
    if (!reply.json().path("retryable").asBoolean() || reply.header("Retry-After").isEmpty()) {
      violation(reply + " does not say that and when to retry");
    }
    return true;
  }

  /** The connection broke before an answer. */
  void broken(Exception failure, boolean awayMeanwhile) {
    count("unanswered");
    if (!awayMeanwhile) {
      violation("A running server gave no answer: " + failure + ", " + failure.getCause());
    }
  }

  void violation(String what) {
    violations.add(what);
  }

  List<String> violations() {
    return new ArrayList<>(violations);
  }

  /** Refusals by their codes, and what was not answered at all. */
  Map<String, Long> counts() {
    return Map.copyOf(counts);
  }

  /** How many requests Restante refused for the time being. */
  long refusals() {
    return RETRYABLE.stream().mapToLong(code -> counts.getOrDefault(code, 0L)).sum();
  }

  private void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  private static boolean isOfRestante(Reply reply) {
    String type = reply.header("Content-Type").orElse("");
    return reply.status() == 204 || type.contains("json");
  }
}
