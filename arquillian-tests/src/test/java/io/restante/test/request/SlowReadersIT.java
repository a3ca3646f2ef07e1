package io.restante.test.request;

import static org.awaitility.Awaitility.await;

import io.restante.test.harness.RawHttp;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.queue.RestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that do not read their answers, more of them than the server has threads. */
class SlowReadersIT {

  private static final int READERS = 24;
  private static final int LARGE = 900_000;

  private final List<RawHttp> readers = new ArrayList<>();
  private MailboxFixture domain;

  @BeforeEach
  void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @AfterEach
  void cutThem() {
    readers.forEach(RawHttp::cut);
  }

  @Test
  void receivesThatAreNotReadHoldNoThread() {
    RestQueue queue = RestQueue.in(domain, Map.of("payloadLimitBytes", 1 << 20));
    for (int i = 0; i < READERS; i++) {
      queue.enqueue("m" + i, Map.of("payload", "x".repeat(LARGE))).expect(201);
    }
    for (int i = 0; i < READERS; i++) {
      ask("POST", queue.path() + "/receive", "{\"leaseSeconds\":300}");
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> queue.counter("inFlightMessages") == READERS);

    othersAreServed(queue);
  }

  @Test
  void pagesThatAreNotReadHoldNoThread() {
    RestMailbox mailbox = domain.mailbox(Map.of("maxEnvelopeBytes", 1 << 20));
    for (int i = 0; i < 2; i++) {
      mailbox.submit("m" + i, new byte[LARGE]).expect(201);
    }
    for (int i = 0; i < READERS; i++) {
      ask("GET", mailbox.path() + "/envelopes", "");
    }

    othersAreServed(RestQueue.in(domain, Map.of()));
  }

  /** As often as there are threads, so that none of them is left that would serve. */
  private static void othersAreServed(RestQueue queue) {
    IntStream.range(0, READERS).forEach(i -> queue.enqueue("later" + i).expect(201));
    queue.enqueueAll(List.of("and", "last"));
    queue.get().expect(200);
  }

  private void ask(String method, String path, String body) {
    RawHttp connection = RawHttp.connectSlowly(TestServer.baseUri());
    readers.add(connection);
    connection.send(
        method
            + " /restante/v1"
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + TestServer.adminToken()
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }
}
