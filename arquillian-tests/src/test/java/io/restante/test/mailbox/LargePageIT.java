package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Large bodies: an answer carries only so many of them that everybody's memory holds it. */
class LargePageIT {

  private static final int MIB = 1 << 20;
  private static final int LARGE = 4 * MIB;

  private RestMailbox mailbox;

  @BeforeEach
  void fillMailbox() {
    mailbox = MailboxFixture.newDomain().mailbox(Map.of("maxEnvelopeBytes", LARGE));
    for (int i = 0; i < 6; i++) {
      mailbox.submit("m" + i, body(i)).expect(201);
    }
  }

  @Test
  void pageIsBoundedInBytesAndPagingStillReturnsEverything() {
    JsonNode first = mailbox.pull("limit=100").expect(200).json();

    assertThat(first.path("hasMore").asBoolean()).isTrue();
    assertThat(bytes(first)).isBetween((long) LARGE, 16L * MIB);
    assertThat(first.path("nextAfterSequence").asLong()).isEqualTo(first.path("envelopes").size());
    List<JsonNode> all = mailbox.pullAll(100);
    assertThat(all)
        .extracting(e -> e.path("messageId").asText())
        .containsExactly("m0", "m1", "m2", "m3", "m4", "m5");
    for (int i = 0; i < all.size(); i++) {
      assertThat(decode(all.get(i).path("body"))).isEqualTo(body(i));
    }
  }

  @Test
  void drainIsBoundedInBytesAndLaterDrainsReturnTheRest() {
    List<String> drained = new ArrayList<>();
    for (Reply reply = mailbox.drain(100); ; reply = mailbox.drain(100)) {
      List<String> ids = RestMailbox.ids(reply);
      if (ids.isEmpty()) {
        break;
      }
      assertThat(bytes(reply.json())).isLessThanOrEqualTo(16L * MIB);
      drained.addAll(ids);
    }

    assertThat(drained).containsExactly("m0", "m1", "m2", "m3", "m4", "m5");
    assertThat(MailboxRows.of(mailbox).requireTrueCounters().pendingBytes()).isZero();
  }

  private static byte[] body(int seed) {
    byte[] body = new byte[LARGE];
    new Random(seed).nextBytes(body);
    return body;
  }

  private static long bytes(JsonNode page) {
    long bytes = 0;
    for (JsonNode envelope : page.path("envelopes")) {
      bytes += decode(envelope.path("body")).length;
    }
    return bytes;
  }

  private static byte[] decode(JsonNode body) {
    try {
      return body.binaryValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
