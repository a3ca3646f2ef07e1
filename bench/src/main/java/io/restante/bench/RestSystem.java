package io.restante.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Restante, as its clients see it: over REST, with a token. */
final class RestSystem {
  static final int BODY_BYTES = 1_024;
  private static final String JSON = "application/json";
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final AtomicLong IDS = new AtomicLong();

  private final URI server;
  private final String token;
  private final String base64;

  RestSystem(URI server, String token) {
    this.server = server;
    this.token = token;
    byte[] body = new byte[BODY_BYTES];
    new Random(1).nextBytes(body);
    this.base64 = Base64.getEncoder().encodeToString(body);
  }

  /** Makes the mailboxes {@code <prefix>0} and on, each large enough for any benchmark. */
  void makeMailboxes(String prefix, int count) {
    try (HttpConnection connection = connect()) {
      for (int i = 0; i < count; i++) {
        connection.expect(
            201,
            "PUT",
            mailbox(prefix + i),
            JSON,
            bytes("{\"maxPendingCount\":10000000,\"maxPendingBytes\":1099511627776}"));
      }
    }
  }

  /** Registers a callback for each of the mailboxes. */
  void registerCallbacks(String prefix, int count, String url) {
    try (HttpConnection connection = connect()) {
      for (int i = 0; i < count; i++) {
        connection.expect(
            201, "PUT", mailbox(prefix + i) + "/wake", JSON, bytes("{\"url\":\"" + url + "\"}"));
      }
    }
  }

  /** Submits one envelope per request, to mailboxes at random. */
  Client submitter(String prefix, int mailboxes, int seed) {
    Random random = new Random(seed);
    return new Rest() {
      @Override
      public int work() {
        String path = mailbox(prefix + random.nextInt(mailboxes)) + "/envelopes";
        connection.expect(201, "POST", path, JSON, bytes(envelope(null)));
        return 1;
      }
    };
  }

  /** Submits a hundred envelopes per request, to mailboxes at random. */
  Client batchSubmitter(String prefix, int mailboxes, int seed) {
    Random random = new Random(seed);
    return new Rest() {
      @Override
      public int work() {
        StringBuilder items = new StringBuilder(150_000).append("{\"items\":[");
        for (int i = 0; i < 100; i++) {
          items.append(i == 0 ? "" : ",").append(envelope(prefix + random.nextInt(mailboxes)));
        }
        byte[] content = bytes(items.append("]}").toString());
        connection.expect(200, "POST", "/restante/v1/domains/main/envelopes", JSON, content);
        if (new String(connection.body(), StandardCharsets.UTF_8).contains("problem")) {
          throw new IllegalStateException("An item was refused.");
        }
        return 100;
      }
    };
  }

  /** A whole life: a hundred submits, one pull, one acknowledgement; in a mailbox of its own. */
  Client life(String mailbox) {
    return new Rest() {
      @Override
      public int work() {
        String path = mailbox(mailbox);
        for (int i = 0; i < 100; i++) {
          connection.expect(201, "POST", path + "/envelopes", JSON, bytes(envelope(null)));
        }
        return finishLife(path);
      }

      private int finishLife(String path) {
        connection.expect(200, "GET", path + "/envelopes?limit=100", null, new byte[0]);
        StringBuilder items = new StringBuilder("{\"items\":[");
        int count = 0;
        for (JsonNode envelope : parse(connection.body()).path("envelopes")) {
          items
              .append(count++ == 0 ? "" : ",")
              .append("{\"sender\":\"")
              .append(envelope.path("sender").asText())
              .append("\",\"messageId\":\"")
              .append(envelope.path("messageId").asText())
              .append("\"}");
        }
        byte[] content = bytes(items.append("]}").toString());
        connection.expect(200, "POST", path + "/acknowledgements", JSON, content);
        return count;
      }
    };
  }

  /** Pulls a page of a hundred from the beginning of a mailbox, again and again. */
  Client puller(String mailbox) {
    return new Rest() {
      @Override
      public int work() {
        connection.expect(200, "GET", mailbox(mailbox) + "/envelopes?limit=100", null, new byte[0]);
        return 1;
      }
    };
  }

  private String envelope(String mailbox) {
    return "{"
        + (mailbox == null ? "" : "\"mailbox\":\"" + mailbox + "\",")
        + "\"messageId\":\"m"
        + IDS.incrementAndGet()
        + "\",\"body\":\""
        + base64
        + "\"}";
  }

  private static String mailbox(String name) {
    return "/restante/v1/domains/main/mailboxes/" + name;
  }

  private HttpConnection connect() {
    return new HttpConnection(server, token);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static JsonNode parse(byte[] json) {
    try {
      return MAPPER.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private abstract class Rest implements Client {
    final HttpConnection connection = connect();

    @Override
    public void close() {
      connection.close();
    }
  }
}
