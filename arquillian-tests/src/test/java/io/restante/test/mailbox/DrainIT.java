package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DrainIT {

  private RestMailbox mailbox;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailbox() {
    MailboxFixture domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    sender = domain.sender();
  }

  @Test
  void drainReturnsTheOldestWhole() {
    mailbox.as(sender).submitAll(List.of("m1", "m2", "m3"));
    JsonNode pulled = mailbox.pull("limit=2").json().path("envelopes");

    assertThat(mailbox.drain(2).expect(200).json().path("envelopes")).isEqualTo(pulled);

    assertThat(mailbox.pendingIds()).containsExactly("m3");
  }

  @Test
  void drainedEnvelopesAreCommitted() {
    mailbox.as(sender).submit("m1").expect(201);
    mailbox.drain(1).expect(200);

    assertThat(mailbox.acknowledge(sender.id(), "m1")).containsExactly("ALREADY_COMMITTED");
    assertThat(mailbox.discard(sender.id(), "m1", "OTHER").text("status"))
        .isEqualTo("ALREADY_COMMITTED");
    assertThat(mailbox.as(sender).submit("m1").expect(200).json().path("duplicate").asBoolean())
        .isTrue();
  }

  @Test
  void drainTakesOneToHundredAndFiftyUnlessTold() {
    mailbox.as(sender).submitAll(IntStream.range(0, 152).mapToObj(i -> "m" + i).toList());

    assertThat(RestMailbox.ids(mailbox.drain(1))).hasSize(1);
    assertThat(RestMailbox.ids(mailbox.drain(100))).hasSize(100);
    Reply withoutLimit = mailbox.caller().send("POST", mailbox.path() + "/drain", null);
    assertThat(RestMailbox.ids(withoutLimit)).hasSize(50);
    assertThat(mailbox.count()).isEqualTo(1);
    for (String limit : List.of("0", "101", "-1", "abc", "")) {
      Reply refused =
          mailbox.caller().send("POST", mailbox.path() + "/drain?limit=" + limit, null).expect(400);
      assertThat(refused.code()).isEqualTo("VALIDATION_FAILED");
    }
    assertThat(mailbox.count()).isEqualTo(1);
  }
}
