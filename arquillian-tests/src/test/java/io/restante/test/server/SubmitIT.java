package io.restante.test.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubmitIT {

  private static final String MAILBOX = "/domains/submit-it/mailboxes/hello";

  @Test
  void submittedEnvelopeIsAccepted() {
    RestClient admin = RestClient.admin();
    admin.put("/domains/submit-it", "{}");
    assertThat(admin.put(MAILBOX, "{}").status()).isIn(200, 201);

    Reply reply =
        admin.post(MAILBOX + "/envelopes", Map.of("messageId", "first", "body", "aGVsbG8="));

    assertThat(reply.status()).as(reply.toString()).isIn(200, 201);
  }

  @Test
  void connectionCutInTheMiddleOfARequestLeavesTheServerServing() {
    try (RawHttp connection = RawHttp.connect(TestServer.baseUri())) {
      connection
          .send(
              "POST /restante/v1"
                  + MAILBOX
                  + "/envelopes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
          .cut();
    }
    try (RawHttp connection = RawHttp.connect(TestServer.rootUri())) {
      connection.send(
          "GET /restante/health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(connection.readStatus()).isEqualTo(200);
    }
  }
}
