package io.restante.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Restante's queues, as their clients see them: over REST, with a token. */
final class RestQueues implements QueueSystem {
  private static final String DOMAIN = "/restante/v1/domains/main";
  private static final String JSON = "application/json";
  private static final String BLOCKED = "blocked";
  private static final int LONG_LEASE_SECONDS = 43_200;
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final AtomicLong IDS = new AtomicLong();

  /** Large enough for any benchmark. */
  private static final String LIMITS =
      "\"maxStoredMessages\":10000000,\"maxStoredBytes\":1099511627776,"
          + "\"maxInFlightMessages\":100000,\"maxInFlightBytes\":1073741824,"
          + "\"maxLeaseSeconds\":"
          + LONG_LEASE_SECONDS;

  private final URI server;
  private final String token;

  RestQueues(URI server, String token) {
    this.server = server;
    this.token = token;
  }

  /** Makes a queue without order. */
  void make(String queue) {
    make(queue, "COMPETING");
  }

  /** Makes a queue in which each key is in strict order. */
  void makeStrict(String queue) {
    make(queue, "STRICT_PER_KEY");
  }

  private void make(String queue, String ordering) {
    try (HttpConnection connection = new HttpConnection(server, token)) {
      connection.expect(
          201,
          "PUT",
          path(queue),
          JSON,
          Texts.ascii("{" + LIMITS + ",\"ordering\":\"" + ordering + "\"}"));
    }
  }

  @Override
  public QueueSession open(String queue) {
    return new Session(queue, () -> "");
  }

  /** Connects to a queue in strict order; each message has one of so many keys, at random. */
  QueueSession openStrict(String queue, int keys, int seed) {
    Random random = new Random(seed);
    return new Session(queue, () -> orderingKey("k" + random.nextInt(keys)));
  }

  /** Stores a hundred messages per request, which are ready at once. */
  Client batchEnqueuer(String queue) {
    return batchEnqueuer(queue, "");
  }

  /** Stores a hundred messages per request, which are ready tomorrow. */
  Client scheduler(String queue) {
    Instant tomorrow = Clock.systemUTC().instant().plus(Duration.ofDays(1));
    return batchEnqueuer(queue, ",\"notBefore\":\"" + tomorrow + "\"");
  }

  /** Stores a hundred messages per request, all with one key. */
  Client blocker(String queue) {
    return batchEnqueuer(queue, orderingKey(BLOCKED));
  }

  /** Stores a first message of that key, and takes it for longer than any benchmark lasts. */
  void block(String queue) {
    try (Session session = new Session(queue, () -> orderingKey(BLOCKED))) {
      session.enqueue();
      session.take(1, ",\"leaseSeconds\":" + LONG_LEASE_SECONDS);
    }
  }

  private Client batchEnqueuer(String queue, String more) {
    Session session = new Session(queue, () -> more);
    return new Client() {
      @Override
      public int work() {
        session.enqueueBatch();
        return Session.BATCH;
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }

  private static String orderingKey(String key) {
    return ",\"orderingKey\":\"" + key + "\"";
  }

  private static String path(String queue) {
    return DOMAIN + "/queues/" + queue;
  }

  private final class Session implements QueueSession {
    static final int BATCH = 100;

    private final HttpConnection connection = new HttpConnection(server, token);
    private final String queue;
    private final String messages;
    private final String receive;
    private final String acknowledge;
    private final Supplier<String> more;

    Session(String queue, Supplier<String> more) {
      this.queue = queue;
      this.messages = path(queue) + "/messages";
      this.receive = path(queue) + "/receive";
      this.acknowledge = path(queue) + "/deliveries/ack";
      this.more = more;
    }

    @Override
    public void enqueue() {
      connection.expect(201, "POST", messages, JSON, Texts.ascii("{" + message() + "}"));
    }

    void enqueueBatch() {
      StringBuilder items = new StringBuilder(120_000).append("{\"items\":[");
      for (int i = 0; i < BATCH; i++) {
        items.append(i == 0 ? "{" : ",{").append("\"queue\":\"").append(queue).append("\",");
        items.append(message()).append('}');
      }
      connection.expect(
          200, "POST", DOMAIN + "/messages", JSON, Texts.ascii(items.append("]}").toString()));
      for (JsonNode item : answer().path("items")) {
        if (item.path("status").asInt() != 201) {
          throw new IllegalStateException("An item was refused: " + item);
        }
      }
    }

    private String message() {
      return "\"messageId\":\"m"
          + IDS.incrementAndGet()
          + "\",\"payload\":\""
          + TEXT
          + "\""
          + more.get();
    }

    @Override
    public int receiveAndAck(int most) {
      List<String> tokens = take(most, "");
      if (!tokens.isEmpty()) {
        acknowledge(tokens);
      }
      return tokens.size();
    }

    /** Receives; returns the tokens. */
    List<String> take(int most, String terms) {
      connection.expect(
          200, "POST", receive, JSON, Texts.ascii("{\"maxMessages\":" + most + terms + "}"));
      List<String> tokens = new ArrayList<>(most);
      for (JsonNode delivery : answer().path("deliveries")) {
        if (delivery.path("payload").asText().length() != TEXT.length()) {
          throw new IllegalStateException("A body was cut.");
        }
        tokens.add(delivery.path("token").asText());
      }
      return tokens;
    }

    private void acknowledge(List<String> tokens) {
      String items =
          tokens.stream()
              .map(lease -> "{\"token\":\"" + lease + "\"}")
              .collect(Collectors.joining(",", "{\"items\":[", "]}"));
      connection.expect(200, "POST", acknowledge, JSON, Texts.ascii(items));
      expectAcknowledged(tokens.size());
    }

    private void expectAcknowledged(int count) {
      int acknowledged = 0;
      for (JsonNode item : answer().path("items")) {
        acknowledged += item.path("result").asText().equals("ACKED") ? 1 : 0;
      }
      if (acknowledged != count) {
        throw new IllegalStateException("Not all were acknowledged: " + answer());
      }
    }

    private JsonNode answer() {
      try {
        return MAPPER.readTree(connection.body());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      connection.close();
    }
  }
}
