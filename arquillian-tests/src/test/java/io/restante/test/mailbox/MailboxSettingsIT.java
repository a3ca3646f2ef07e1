package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated
class MailboxSettingsIT {

  private final MailboxFixture domain = MailboxFixture.newDomain();

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void newMailboxHasTheDefaults() {
    JsonNode settings = domain.mailbox().get().expect(200).json();

    assertThat(settings.path("retention").asText()).isEqualTo("TIMED");
    assertThat(settings.path("defaultTtlSeconds").asLong()).isEqualTo(604_800);
    assertThat(settings.path("maxPendingCount").asLong()).isEqualTo(1_000);
    assertThat(settings.path("maxPendingBytes").asLong()).isEqualTo(67_108_864);
    assertThat(settings.path("maxEnvelopeBytes").asLong()).isEqualTo(262_144);
    assertThat(settings.path("acknowledgements").asText()).isEqualTo("NONE");
  }

  @ParameterizedTest
  @CsvSource({
    "defaultTtlSeconds, 60, 2592000",
    "maxPendingCount, 1, 10000000",
    "maxPendingBytes, 1024, 1099511627776",
    "maxEnvelopeBytes, 1, 4194304"
  })
  void settingIsTakenWithinItsBoundsOnly(String setting, long least, long most) {
    for (long good : List.of(least, most)) {
      RestMailbox mailbox = domain.mailbox(Map.of(setting, good));
      assertThat(mailbox.get().json().path(setting).asLong()).isEqualTo(good);
    }
    for (long bad : List.of(least - 1, most + 1, -1L, Long.MAX_VALUE)) {
      RestMailbox mailbox = domain.mailboxNamed(MailboxFixture.unique("bad"));
      Reply refused = mailbox.put(Map.of(setting, bad)).expect(400);
      assertThat(refused.code()).isEqualTo("VALIDATION_FAILED");
      assertThat(refused.text("detail")).contains(setting);
      mailbox.get().expect(404);
    }
  }

  @Test
  void closedChoicesAndUnknownSettingsAreRefused() {
    RestMailbox mailbox = domain.mailboxNamed(MailboxFixture.unique("bad"));

    assertThat(
            List.of(
                mailbox.put(Map.of("retention", "FOREVER")),
                mailbox.put(Map.of("acknowledgements", "ALL")),
                mailbox.put(Map.of("colour", "red")),
                mailbox.put(Map.of("maxPendingCount", "many")),
                mailbox.put(Map.of("retention", "UNTIL_FINALIZED", "defaultTtlSeconds", 3_600))))
        .allSatisfy(reply -> assertThat(reply.expect(400).code()).isEqualTo("VALIDATION_FAILED"));
    mailbox.get().expect(404);
  }

  @Test
  void changeKeepsWhatItDoesNotName() {
    RestMailbox mailbox = domain.mailbox(Map.of("maxPendingCount", 5, "maxEnvelopeBytes", 10));

    mailbox.put(Map.of("maxEnvelopeBytes", 20)).expect(200);

    JsonNode settings = mailbox.get().expect(200).json();
    assertThat(settings.path("maxPendingCount").asLong()).isEqualTo(5);
    assertThat(settings.path("maxEnvelopeBytes").asLong()).isEqualTo(20);
  }

  @Test
  void retentionIsFixedWhileEnvelopesExist() {
    TestPrincipal sender = domain.sender();
    RestMailbox mailbox = domain.mailbox();
    mailbox.as(sender).submit("m1").expect(201);

    assertThat(mailbox.put(Map.of("retention", "UNTIL_FINALIZED")).expect(409).code())
        .isEqualTo("CONFLICT");
    mailbox.put(Map.of("retention", "TIMED", "maxPendingCount", 7)).expect(200);

    mailbox.acknowledge(sender.id(), "m1");
    mailbox.put(Map.of("retention", "UNTIL_FINALIZED")).expect(200);
    JsonNode settings = mailbox.get().json();
    assertThat(settings.path("retention").asText()).isEqualTo("UNTIL_FINALIZED");
    assertThat(settings.has("defaultTtlSeconds")).isFalse();
    mailbox.as(sender).submit("m2").expect(201);
    mailbox.put(Map.of("retention", "TIMED")).expect(409);
  }

  @Test
  void retentionIsNotFixedByWhatHasExpired() {
    RestMailbox mailbox = domain.mailbox();
    mailbox.submit("m1", new byte[1], Map.of("ttlSeconds", 60)).expect(201);
    TestServer.advanceClock(Duration.ofSeconds(61));

    mailbox.put(Map.of("retention", "UNTIL_FINALIZED")).expect(200);
  }

  @Test
  void ofManyWhoMakeOneMailboxOneMakesIt() {
    RestMailbox mailbox = domain.mailboxNamed(MailboxFixture.unique("box"));

    List<Integer> statuses =
        Together.call(16, i -> mailbox.put(Map.of("maxPendingCount", 1 + i)).status());

    assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
    assertThat(statuses).filteredOn(status -> status == 200).hasSize(15);
    mailbox.submit("m1").expect(201);
  }
}
