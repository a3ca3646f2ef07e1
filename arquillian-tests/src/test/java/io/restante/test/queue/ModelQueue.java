package io.restante.test.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A queue as its description says it behaves, in memory and without any thought of speed: what the
 * real one is compared with. Answers are states and error codes.
 */
final class ModelQueue {

  static final String OK = "OK";

  private final int maxAttempts;
  private final Limits limits;
  private final boolean strict;
  private final boolean block;
  private final Duration retry;
  private final Map<String, Message> messages = new LinkedHashMap<>();
  private Instant now;
  private long sequence;
  private long readySequence;

  ModelQueue(
      int maxAttempts, Limits limits, boolean strict, boolean block, Duration retry, Instant now) {
    this.maxAttempts = maxAttempts;
    this.limits = limits;
    this.strict = strict;
    this.block = block;
    this.retry = retry;
    this.now = now;
  }

  /** How much it may hold, in messages and in bytes; and the largest message. */
  record Limits(
      int stored,
      int inFlight,
      int dead,
      int storedBytes,
      int inFlightBytes,
      int deadBytes,
      int payload) {}

  /** A message of the model. */
  static final class Message {
    final String id;
    final String key;
    final int bytes;
    final Instant expiresAt;
    String state;
    long version = 1;
    int generation = 1;
    int attempts;
    int leases;
    Instant notBefore;
    Instant leaseUntil;
    long place;
    long order;
    long sequence;

    private Message(String id, String key, int bytes, Instant expiresAt) {
      this.id = id;
      this.key = key;
      this.bytes = bytes;
      this.expiresAt = expiresAt;
    }

    private void become(String next) {
      state = next;
      version++;
      leaseUntil = null;
    }

    private boolean isTerminal() {
      return List.of("ACKED", "CANCELLED", "EXPIRED").contains(state);
    }

    private boolean isParked() {
      return List.of("DEAD_LETTERED", "PENDING_DEAD_LETTER").contains(state);
    }

    private Instant due() {
      return switch (state) {
        case "READY" -> expiresAt;
        case "SCHEDULED" ->
            expiresAt != null && expiresAt.isBefore(notBefore) ? expiresAt : notBefore;
        case "LEASED" -> leaseUntil;
        default -> null;
      };
    }
  }

  Map<String, Message> messages() {
    return messages;
  }

  long count(String state) {
    return messages.values().stream().filter(m -> m.state.equals(state)).count();
  }

  long bytes(String state) {
    return messages.values().stream()
        .filter(m -> m.state.equals(state))
        .mapToLong(m -> m.bytes)
        .sum();
  }

  boolean isStrict() {
    return strict;
  }

  long stored() {
    return messages.values().stream().filter(m -> !m.isTerminal()).count();
  }

  long storedBytes() {
    return messages.values().stream().filter(m -> !m.isTerminal()).mapToLong(m -> m.bytes).sum();
  }

  String enqueue(String id, String key, int bytes, Instant notBefore, Instant expiresAt) {
    if (messages.containsKey(id)) {
      return "CONFLICT";
    }
    if (bytes > limits.payload()) {
      return "VALIDATION_FAILED";
    }
    if (expiresAt != null
        && (!expiresAt.isAfter(now) || (notBefore != null && !expiresAt.isAfter(notBefore)))) {
      return "VALIDATION_FAILED";
    }
    if (stored() >= limits.stored() || storedBytes() + bytes > limits.storedBytes()) {
      return "RESOURCE_EXHAUSTED";
    }
    Message message = new Message(id, key, bytes, expiresAt);
    message.sequence = ++sequence;
    message.order = message.sequence;
    begin(message, notBefore);
    messages.put(id, message);
    return OK;
  }

  /** The ids that a receive gets, in order. */
  List<String> receive(int most, int mostBytes, Duration lease) {
    List<String> got = new ArrayList<>();
    int bytes = 0;
    while (got.size() < most) {
      Message next =
          messages.values().stream()
              .filter(m -> m.state.equals("READY") && isHead(m))
              .min(Comparator.comparingLong(m -> m.place))
              .orElse(null);
      if (next == null || !limitOfLeases(next).isEmpty() || bytes + next.bytes > mostBytes) {
        break;
      }
      bytes += next.bytes;
      next.become("LEASED");
      next.attempts++;
      next.leases++;
      next.leaseUntil = now.plus(lease);
      got.add(next.id);
    }
    return got;
  }

  /** Settles the lease with the number of the generation. */
  String settle(String how, String id, int lease, int generation, Duration length) {
    Message message = messages.get(id);
    if (!message.state.equals("LEASED")
        || message.leases != lease
        || message.generation != generation) {
      return "STALE_LEASE";
    }
    switch (how) {
      case "ack" -> message.become("ACKED");
      case "nack" -> {
        if (message.attempts >= maxAttempts) {
          park(message);
        } else {
          message.become("SCHEDULED");
          message.notBefore = now.plus(retry.multipliedBy(1L << (message.attempts - 1)));
        }
      }
      case "renew" -> {
        message.version++;
        message.leaseUntil = now.plus(length);
      }
      default -> {
        message.attempts--;
        message.become("READY");
      }
    }
    return message.state;
  }

  String cancel(String id, long version) {
    Message message = messages.get(id);
    if (message.version != version) {
      return "REVISION_CONFLICT";
    }
    if (message.isTerminal()) {
      return "CONFLICT";
    }
    message.become("CANCELLED");
    return OK;
  }

  String redrive(String id, long version) {
    Message message = messages.get(id);
    if (message.version != version) {
      return "REVISION_CONFLICT";
    }
    if (!message.isParked() || isExpired(message)) {
      return "CONFLICT";
    }
    message.generation++;
    message.attempts = 0;
    message.leases++;
    message.order = ++sequence;
    message.version++;
    begin(message, null);
    return OK;
  }

  String park(String id, long version) {
    Message message = messages.get(id);
    if (message.version != version) {
      return "REVISION_CONFLICT";
    }
    if (!message.state.equals("PENDING_DEAD_LETTER") || isExpired(message)) {
      return "CONFLICT";
    }
    if (!limitOfDead(message).isEmpty()) {
      return "RESOURCE_EXHAUSTED";
    }
    message.become("DEAD_LETTERED");
    return OK;
  }

  /** The field of the policy that leaves no room for what comes next to it; empty for none. */
  String limit(String id) {
    Message message = messages.get(id);
    return switch (message.state) {
      case "READY" -> isHead(message) ? limitOfLeases(message) : "";
      case "PENDING_DEAD_LETTER" -> limitOfDead(message);
      default -> "";
    };
  }

  /** Lets time pass, and does what that does. */
  void advance(Instant then) {
    now = then;
    messages.values().stream()
        .filter(m -> m.due() != null && !m.due().isAfter(now))
        .sorted(Comparator.comparing(Message::due).thenComparing(m -> m.sequence))
        .toList()
        .forEach(this::pass);
  }

  private void pass(Message message) {
    if (message.state.equals("LEASED") && message.attempts >= maxAttempts) {
      park(message);
    } else if (isExpired(message)) {
      message.become("EXPIRED");
    } else {
      message.become("READY");
      message.place = ++readySequence;
    }
  }

  private void park(Message message) {
    message.become(limitOfDead(message).isEmpty() ? "DEAD_LETTERED" : "PENDING_DEAD_LETTER");
  }

  private String limitOfLeases(Message message) {
    if (count("LEASED") >= limits.inFlight()) {
      return "maxInFlightMessages";
    }
    return bytes("LEASED") + message.bytes > limits.inFlightBytes() ? "maxInFlightBytes" : "";
  }

  private String limitOfDead(Message message) {
    if (count("DEAD_LETTERED") >= limits.dead()) {
      return "maxDeadLetterMessages";
    }
    return bytes("DEAD_LETTERED") + message.bytes > limits.deadBytes() ? "maxDeadLetterBytes" : "";
  }

  private void begin(Message message, Instant notBefore) {
    message.notBefore = notBefore;
    if (notBefore != null && notBefore.isAfter(now)) {
      message.state = "SCHEDULED";
    } else {
      message.state = "READY";
      message.place = ++readySequence;
    }
  }

  private boolean isHead(Message message) {
    return !strict
        || messages.values().stream()
            .filter(m -> m.key.equals(message.key) && m.order < message.order)
            .noneMatch(m -> !m.isTerminal() && (block || !m.isParked()));
  }

  private boolean isExpired(Message message) {
    return message.expiresAt != null && !message.expiresAt.isAfter(now);
  }
}
