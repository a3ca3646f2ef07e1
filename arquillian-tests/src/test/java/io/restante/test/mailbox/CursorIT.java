package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated
class CursorIT {

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private String cursor;

  @BeforeEach
  void readAPage() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    mailbox.submitAll(List.of("m1", "m2", "m3"));
    cursor = mailbox.pull("limit=1").expect(200).text("nextCursor");
  }

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void cursorMayBeUsedAgainAndAgain() {
    for (int i = 0; i < 3; i++) {
      assertThat(RestMailbox.ids(pull(mailbox, cursor))).containsExactly("m2", "m3");
    }
  }

  @Test
  void cursorWithAnyOneCharacterChangedIsRefused() {
    for (int i = 0; i < cursor.length(); i++) {
      char changed = cursor.charAt(i) == 'A' ? 'B' : 'A';
      String tampered = cursor.substring(0, i) + changed + cursor.substring(i + 1);
      assertThat(pull(mailbox, tampered).expect(400).code())
          .as("character %s changed", i)
          .isEqualTo("CURSOR_INVALID");
    }
  }

  @Test
  void cursorThatIsShorterOrLongerIsRefused() {
    for (String tampered :
        List.of(
            cursor.substring(1),
            cursor.substring(0, cursor.length() - 1),
            cursor.substring(0, cursor.length() / 2),
            cursor + "A",
            cursor + "AAAA",
            cursor + "=",
            cursor + cursor)) {
      assertThat(pull(mailbox, tampered).expect(400).code()).isEqualTo("CURSOR_INVALID");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "1", "AAAA", "%00", "%C3%A4", "null", "..%2F..", "+/+/", "%20"})
  void whatIsNoCursorIsRefused(String nonsense) {
    assertThat(pull(mailbox, nonsense).expect(400).code()).isEqualTo("CURSOR_INVALID");
  }

  @Test
  void veryLongCursorIsRefused() {
    assertThat(pull(mailbox, "A".repeat(4_096)).expect(400).code()).isEqualTo("CURSOR_INVALID");
  }

  @Test
  void cursorOfAnotherMailboxIsRefused() {
    assertRefused(domain.mailbox());
  }

  @Test
  void cursorOfAnotherDomainIsRefused() {
    RestMailbox namesake = MailboxFixture.newDomain().mailboxNamed(mailbox.name());
    namesake.put(Map.of()).expect(201);

    assertRefused(namesake);
  }

  @Test
  void cursorOfAnotherPrincipalIsRefused() {
    RestMailbox receiving = mailbox.as(domain.receiver());
    assertRefused(receiving);

    String own = receiving.pull("limit=2").expect(200).text("nextCursor");
    assertThat(RestMailbox.ids(pull(receiving, own))).containsExactly("m3");
    assertThat(pull(mailbox, own).expect(400).code()).isEqualTo("CURSOR_INVALID");
  }

  @Test
  void cursorOfADeletedMailboxIsRefusedByTheNextOneOfItsName() {
    mailbox.delete(true).expect(204);
    mailbox.put(Map.of()).expect(201);
    mailbox.submit("new").expect(201);

    assertRefused(mailbox);
  }

  @Test
  void callerWithoutTheGrantIsToldNothingOfTheCursor() {
    Reply foreign = pull(mailbox.as(domain.principal()), cursor).expect(404);

    assertThat(foreign.code()).isEqualTo("NOT_FOUND");
  }

  @Test
  void cursorShowsNothingOfWhereItStands() {
    assertThat(cursor).matches("[A-Za-z0-9_-]+");
    assertThat(mailbox.pull("limit=1").text("nextCursor")).as("sealed anew").isNotEqualTo(cursor);
  }

  @Test
  void cursorExpiresAfterADay() {
    TestServer.advanceClock(Duration.ofHours(24).minusMinutes(1));
    assertThat(RestMailbox.ids(pull(mailbox, cursor))).containsExactly("m2", "m3");

    TestServer.advanceClock(Duration.ofMinutes(2));
    Reply expired = pull(mailbox, cursor).expect(410);
    assertThat(expired.code()).isEqualTo("CURSOR_EXPIRED");
    assertThat(expired.json().path("retryable").asBoolean(true)).isFalse();
  }

  private void assertRefused(RestMailbox other) {
    assertThat(pull(other, cursor).expect(400).code()).isEqualTo("CURSOR_INVALID");
  }

  private static Reply pull(RestMailbox mailbox, String cursor) {
    return mailbox.pull("cursor=" + cursor);
  }
}
