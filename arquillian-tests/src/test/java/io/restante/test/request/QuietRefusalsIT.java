package io.restante.test.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a caller sent in confidence stands neither in the refusal nor in the log. */
class QuietRefusalsIT {

  private static final String MARK = "rst_Marked-and-never-to-be-seen-again";

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();
  private final RestClient admin = fixture.admin();

  private List<Reply> refusals() {
    String submits = mailbox.path() + "/envelopes";
    mailbox.submit("taken").expect(201);
    List<Reply> replies = new ArrayList<>();
    replies.add(RestClient.as(MARK).get("/whoami"));
    replies.add(RestClient.as(MARK).post(submits, envelope("m", MARK)));
    replies.add(admin.withKey(MARK + " " + MARK).post(submits, envelope("m", "")));
    replies.add(admin.with("If-Match", MARK).put("/principals/p/grants", "{\"grants\":[]}"));
    replies.add(admin.post(submits, envelope("m", MARK)));
    replies.add(admin.post(submits, envelope(MARK + " ", "")));
    replies.add(admin.post(submits, envelope("taken", "TWFya2VkLWFuZC1uZXZlci10by1iZQ==")));
    replies.add(admin.post(submits, "{\"messageId\":\"" + MARK));
    replies.add(admin.post(submits, MARK));
    replies.add(admin.post(submits, "{\"messageId\":\"m\",\"body\":[\"" + MARK + "\"]}"));
    replies.add(
        admin.post(submits, "{\"messageId\":\"m\",\"body\":\"\",\"ttlSeconds\":\"" + MARK + "\"}"));
    replies.add(
        admin.post(submits, Map.of("messageId", "m", "body", "", "contentType", MARK + "\n")));
    replies.add(admin.post("/principals", Map.of("name", MARK + " ", "kind", "DEVICE")));
    replies.add(admin.post("/principals", Map.of("name", "n", "kind", MARK)));
    replies.add(admin.get(submits + "?cursor=" + MARK));
    replies.add(admin.get(submits + "?after=" + MARK));
    replies.add(admin.get(submits + "?limit=" + MARK));
    replies.add(admin.get(submits + "?sender=" + MARK + "%20"));
    replies.add(admin.get("/domains/" + fixture.domain() + "/mailboxes/" + MARK));
    replies.add(admin.get("/domains/" + MARK + "%20/mailboxes/m"));
    replies.add(admin.with("Content-Type", "application/" + MARK).post(submits, "{}"));
    replies.add(admin.with("Accept", "application/" + MARK).get(submits));
    replies.add(admin.get("/" + MARK));
    return replies;
  }

  private static Map<String, String> envelope(String messageId, String body) {
    return Map.of("messageId", messageId, "body", body);
  }

  @Test
  void refusalRepeatsNothingThatWasSent() {
    for (Reply reply : refusals()) {
      assertThat(reply.status()).as(reply.toString()).isBetween(400, 429);
      Refusals.require(reply, reply.status(), reply.code());
      assertThat(reply.text() + reply.headers().map())
          .doesNotContain(MARK)
          .doesNotContain("TWFya2Vk");
    }
  }

  @Test
  void logRepeatsNothingThatWasSent() throws IOException {
    refusals();

    assertThat(log())
        .doesNotContain(MARK)
        .doesNotContain("TWFya2Vk")
        .doesNotContain(TestServer.adminToken());
  }

  /** The database refuses all but one, and says in its message which value it refuses. */
  @Test
  void logMasksWhatTheDatabaseRefused() throws IOException {
    for (int round = 0; round < 50 && !log().contains("Duplicate entry '...'"); round++) {
      String name = MARK + fixture.domain() + round;
      List<Reply> replies =
          Together.call(8, i -> admin.post("/principals", Map.of("name", name, "kind", "DEVICE")));
      assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
    }

    assertThat(log()).contains("Duplicate entry '...'").doesNotContain(MARK);
  }

  private static String log() throws IOException {
    return Files.readString(TestServer.process().serverLog());
  }
}
