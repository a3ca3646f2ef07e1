package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grants are replaced as a whole, by whoever has seen the present ones. */
class PolicyEpochIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final TestPrincipal target = fixture.sender();

  @Test
  void everyChangeRaisesTheEpoch() {
    JsonNode before = grants();
    Reply replaced = replace(before.path("policyEpoch").asLong(), "mailboxes/a").expect(200);

    assertThat(replaced.json().path("policyEpoch").asLong())
        .isGreaterThan(before.path("policyEpoch").asLong());
    assertThat(replaced.json()).isEqualTo(grants());
    assertThat(target.client().get("/whoami").json().path("policyEpoch"))
        .isEqualTo(grants().path("policyEpoch"));

    fixture.admin().delete("/principals/" + target.id()).expect(204);
    assertThat(grants().path("policyEpoch").asLong())
        .isGreaterThan(replaced.json().path("policyEpoch").asLong());
  }

  @Test
  void staleEpochChangesNothing() {
    long epoch = grants().path("policyEpoch").asLong();
    replace(epoch, "mailboxes/first").expect(200);
    JsonNode present = grants();

    Refusals.require(replace(epoch, "mailboxes/second"), 409, "REVISION_CONFLICT");
    Refusals.require(replace(epoch + 7, "mailboxes/second"), 409, "REVISION_CONFLICT");

    assertThat(grants()).isEqualTo(present);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2", "\"\"", "\"two\"", "W/\"2\"", "*", "\"2\", \"3\"", "\"-2\"", "\" 2\""})
  void whatIsNoEpochInQuotesIsRefused(String ifMatch) {
    JsonNode before = grants();

    Refusals.requireInvalid(
        RestClient.admin().with("If-Match", ifMatch).put(path(), Map.of("grants", List.of())),
        "If-Match");
    assertThat(grants()).isEqualTo(before);
  }

  @Test
  void missingEpochIsRefused() {
    Refusals.requireInvalid(
        RestClient.admin().put(path(), Map.of("grants", List.of())), "If-Match");
  }

  @Test
  void ofManyReplacementsAtOnceOneWins() {
    long epoch = grants().path("policyEpoch").asLong();

    List<CompletableFuture<Reply>> sent =
        IntStream.range(0, 32)
            .mapToObj(
                i ->
                    RestClient.admin()
                        .with("If-Match", "\"" + epoch + "\"")
                        .sendAsync("PUT", path(), body("mailboxes/m" + i)))
            .toList();
    List<Reply> replies = sent.stream().map(CompletableFuture::join).toList();

    List<Reply> winners = new ArrayList<>();
    for (Reply reply : replies) {
      if (reply.status() == 200) {
        winners.add(reply);
      } else {
        Refusals.require(reply, 409, "REVISION_CONFLICT");
      }
    }
    assertThat(winners).hasSize(1);
    assertThat(grants()).isEqualTo(winners.get(0).json());
    assertThat(grants().path("policyEpoch").asLong()).isEqualTo(epoch + 1);
  }

  @Test
  void withdrawnGrantEndsAtOnceOnThisNode() {
    RestMailbox mailbox = fixture.mailbox();
    mailbox.as(target).submit("before").expect(201);

    replace(grants().path("policyEpoch").asLong(), "mailboxes/other").expect(200);

    Refusals.require(mailbox.as(target).submit("after"), 404, "NOT_FOUND");
    assertThat(mailbox.pendingIds()).containsExactly("before");
  }

  @Test
  void newGrantHoldsAtOnceOnThisNode() {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal stranger = fixture.principal();
    Refusals.require(mailbox.as(stranger).pull(""), 404, "NOT_FOUND");

    RestClient.admin()
        .with("If-Match", "\"2\"")
        .put(
            "/principals/" + stranger.id() + "/grants",
            Map.of("grants", List.of(fixture.grant("mailbox:receive", "mailboxes/*"))))
        .expect(200);

    mailbox.as(stranger).pull("").expect(200);
  }

  private String path() {
    return "/principals/" + target.id() + "/grants";
  }

  private JsonNode grants() {
    return RestClient.admin().get(path()).expect(200).json();
  }

  private Map<String, ?> body(String resource) {
    return Map.of("grants", List.of(fixture.grant("mailbox:submit", resource)));
  }

  private Reply replace(long epoch, String resource) {
    return RestClient.admin().with("If-Match", "\"" + epoch + "\"").put(path(), body(resource));
  }
}
