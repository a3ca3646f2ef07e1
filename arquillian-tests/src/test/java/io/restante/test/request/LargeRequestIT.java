package io.restante.test.request;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests above what their route reads are refused before they are read, let alone buffered. */
class LargeRequestIT {

  private static final int MIB = 1 << 20;
  private static final int HUGE = 100 * MIB;
  private static final byte[] PIECE = "A".repeat(MIB).getBytes(StandardCharsets.US_ASCII);

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();

  private RawHttp open(String method, String path, String token, String length) {
    return RawHttp.connect(TestServer.baseUri())
        .send(
            String.join(
                "\r\n",
                method + " " + TestServer.baseUri().getPath() + path + " HTTP/1.1",
                "Host: localhost",
                "Authorization: Bearer " + token,
                "Content-Type: application/json",
                length,
                "",
                ""));
  }

  private RawHttp openHuge(String path) {
    return open("POST", path, TestServer.adminToken(), "Content-Length: " + HUGE);
  }

  private static void assertTooLarge(RawHttp connection) {
    assertThat(connection.readStatus()).isEqualTo(413);
    assertThat(connection.endOutput().readAll())
        .contains("application/problem+json", "\"PAYLOAD_TOO_LARGE\"", "X-Request-Id: ");
  }

  /** Sends a chunk of one MiB that begins with the text. */
  private static void sendChunk(RawHttp connection, String beginning) {
    connection.send(Integer.toHexString(MIB) + "\r\n" + beginning);
    connection.send("A".repeat(MIB - beginning.length()) + "\r\n");
  }

  private void assertStillServes() {
    mailbox.submit(MailboxFixture.unique("after")).expect(201);
  }

  @Test
  void announcedSizeIsRefusedBeforeAnythingIsSent() {
    for (String path :
        List.of(
            mailbox.path() + "/envelopes",
            "/domains/" + fixture.domain() + "/envelopes",
            mailbox.path() + "/acknowledgements",
            mailbox.path() + "/discards",
            mailbox.path() + "/drain",
            "/principals")) {
      try (RawHttp connection = openHuge(path)) {
        assertTooLarge(connection);
      }
    }
    assertThat(mailbox.count()).isZero();
    assertStillServes();
  }

  @Test
  void unannouncedSizeIsRefusedWhenTheLimitIsReached() {
    try (RawHttp connection =
        open(
            "POST",
            mailbox.path() + "/envelopes",
            TestServer.adminToken(),
            "Transfer-Encoding: chunked")) {
      sendChunk(connection, "{\"messageId\":\"m\",\"body\":\"");
      // 7 MiB of what would be 100, were the answer not here by then.
      for (int chunk = 1; chunk < 7; chunk++) {
        sendChunk(connection, "");
      }
      assertTooLarge(connection);
    }
    assertThat(mailbox.count()).isZero();
    assertStillServes();
  }

  @Test
  void callerWithoutTokenIsRefusedBeforeAnythingIsSent() {
    for (String length : List.of("Content-Length: " + HUGE, "Transfer-Encoding: chunked")) {
      try (RawHttp connection = open("POST", mailbox.path() + "/envelopes", "none", length)) {
        assertThat(connection.readStatus()).isEqualTo(401);
      }
    }
  }

  @Test
  void hundredMegabytesSentAllTheSameAreNotKept() {
    long before = heapAfterCollection();

    List<CompletableFuture<Void>> senders =
        IntStream.range(0, 10).mapToObj(i -> CompletableFuture.runAsync(this::sendHuge)).toList();
    senders.forEach(CompletableFuture::join);

    assertThat(heapAfterCollection() - before).as("growth of the heap").isLessThan(48L * MIB);
    assertThat(mailbox.count()).isZero();
    assertStillServes();
  }

  /** Ten of them at once are more than the server's heap. */
  private void sendHuge() {
    try (RawHttp connection = openHuge(mailbox.path() + "/envelopes")) {
      assertThat(connection.readStatus()).isEqualTo(413);
      for (int sent = 0; sent < HUGE; sent += PIECE.length) {
        connection.send(PIECE);
      }
    } catch (UncheckedIOException closedByServer) {
      // It may also hang up instead of reading on.
    }
  }

  private static long heapAfterCollection() {
    String[] memory = {"core-service", "platform-mbean", "type", "memory"};
    TestServer.management().execute(operation("gc", memory));
    var read = operation("read-attribute", memory);
    read.get("name").set("heap-memory-usage");
    return TestServer.management().execute(read).get("used").asLong();
  }

  @Test
  void limitOfSmallRequestsIsExact() {
    String path = "/domains/" + fixture.domain();

    fixture.admin().put(path, padded(64 << 10)).expect(200);
    Refusals.require(fixture.admin().put(path, padded((64 << 10) + 1)), 413, "PAYLOAD_TOO_LARGE");
  }

  private static String padded(int length) {
    return "{" + " ".repeat(length - 2) + "}";
  }

  @Test
  void limitOfASubmitIsAboveEveryBodyThatAMailboxMayTake() {
    RestMailbox large = fixture.mailbox(Map.of("maxEnvelopeBytes", 4 * MIB));
    large.submit("m", new byte[4 * MIB]).expect(201);

    Refusals.require(large.submit("n", new byte[6 * MIB]), 413, "PAYLOAD_TOO_LARGE");
  }

  @Test
  void hundredBodiesOfTheDefaultLimitPassInOneBatch() {
    String body = Base64.getEncoder().encodeToString(new byte[256 << 10]);
    String items =
        String.join(
            ",",
            IntStream.range(0, 100)
                .mapToObj(
                    i ->
                        "{\"mailbox\":\""
                            + mailbox.name()
                            + "\",\"messageId\":\"m"
                            + i
                            + "\",\"body\":\""
                            + body
                            + "\"}")
                .toList());

    Reply reply =
        RestClient.admin()
            .post("/domains/" + fixture.domain() + "/envelopes", "{\"items\":[" + items + "]}")
            .expect(200);

    assertThat(reply.json().path("items"))
        .extracting(item -> item.path("status").asInt())
        .isEqualTo(Collections.nCopies(100, 201));
    assertThat(mailbox.count()).isEqualTo(100);
  }
}
