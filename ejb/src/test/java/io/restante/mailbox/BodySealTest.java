package io.restante.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.keys.Keys;
import io.restante.keys.MissingKeyException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodySealTest {
  private static final MailboxAddress BOB = new MailboxAddress("main", "bob");
  private static final byte[] BODY = "a marked body".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path directory;
  private BodySeal seal;

  @BeforeEach
  void makeKeys() {
    seal = new BodySeal(Keys.at(directory.resolve("keys.json")));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1_000, MailboxSettings.MAX_ENVELOPE_BYTES})
  void sealedBodyOpensWhereItBelongs(int size) {
    byte[] body = new byte[size];
    StoredBody stored = store(body, true);

    assertThat(seal.open(envelope("main", "bob", "s", "m", stored))).hasValue(body);
    assertThat(stored.sealingKey()).isPositive();
    assertThat(stored.bytes()).hasSize(size + 33);
  }

  @Test
  void storedBytesDoNotShowTheBody() {
    StoredBody stored = store(BODY, true);

    assertThat(new String(stored.bytes(), StandardCharsets.ISO_8859_1)).doesNotContain("marked");
    assertThat(Base64.getEncoder().encodeToString(stored.bytes()))
        .doesNotContain(Base64.getEncoder().encodeToString(BODY).substring(0, 12));
    assertThat(store(BODY, true).bytes()).as("sealed again").isNotEqualTo(stored.bytes());
  }

  @ParameterizedTest
  @CsvSource({
    "other, bob, s, m",
    "main, bo, s, m",
    "main, bob, t, m",
    "main, bob, s, n",
    // The same characters, cut elsewhere.
    "mainb, ob, s, m",
    "main, bobs, m, m",
    "main, bob, sm, m"
  })
  void bodyOpensUnderNoOtherIdentity(String domain, String mailbox, String sender, String id) {
    StoredBody stored = store(BODY, true);

    assertThat(seal.open(envelope(domain, mailbox, sender, id, stored))).isEmpty();
  }

  /** Format, key id, nonce, body and tag. */
  static Stream<Integer> places() {
    return IntStream.range(0, BODY.length + 33).boxed();
  }

  @ParameterizedTest
  @MethodSource("places")
  void noByteCanBeChanged(int place) {
    StoredBody stored = store(BODY, true);
    byte[] changed = stored.bytes().clone();
    changed[place] ^= 1;

    assertThat(
            seal.open(
                envelope(
                    "main",
                    "bob",
                    "s",
                    "m",
                    damaged(changed, stored.sealingKey(), stored.digest()))))
        .isEmpty();
  }

  @Test
  void rowThatNamesAnotherKeyOrDigestDoesNotOpen() {
    StoredBody stored = store(BODY, true);
    byte[] digest = stored.digest().clone();
    digest[0] ^= 1;

    assertThat(opened(damaged(stored.bytes(), stored.sealingKey() + 1, stored.digest()))).isFalse();
    assertThat(opened(damaged(stored.bytes(), stored.sealingKey(), digest))).isFalse();
    assertThat(opened(damaged(stored.bytes(), null, stored.digest())))
        .as("sealed bytes that pass for clear ones")
        .isFalse();
    assertThat(opened(damaged(BODY, stored.sealingKey(), stored.digest())))
        .as("clear bytes that pass for sealed ones")
        .isFalse();
    assertThat(opened(damaged(new byte[3], stored.sealingKey(), stored.digest()))).isFalse();
  }

  @Test
  void nodeWithoutItsKeySaysSo() {
    StoredEnvelope stored = envelope("main", "bob", "s", "m", store(BODY, true));
    BodySeal other = new BodySeal(Keys.at(directory.resolve("others.json")));

    assertThatThrownBy(() -> other.open(stored)).isInstanceOf(MissingKeyException.class);
  }

  @Test
  void clearBodyOpensIfItIsWhatWasHandedIn() {
    StoredBody stored = store(BODY, false);

    assertThat(stored.sealingKey()).isNull();
    assertThat(stored.bytes()).isEqualTo(BODY);
    assertThat(opened(stored)).isTrue();
    assertThat(opened(StoredBody.clear(new byte[] {1}, stored.digest()))).isFalse();
  }

  private static StoredBody damaged(byte[] bytes, Long key, byte[] digest) {
    return new StoredBody(bytes, key, digest, BODY.length);
  }

  private boolean opened(StoredBody stored) {
    return seal.open(envelope("main", "bob", "s", "m", stored)).isPresent();
  }

  private StoredBody store(byte[] body, boolean sealed) {
    return seal.store("s", Submission.of(BOB, "m", body), sealed);
  }

  private static StoredEnvelope envelope(
      String domain, String mailbox, String sender, String messageId, StoredBody stored) {
    return new StoredEnvelope(
        domain,
        mailbox,
        1,
        1,
        sender,
        messageId,
        stored.digest(),
        (byte) 0,
        1,
        null,
        Instant.EPOCH,
        null,
        stored.sealingKey(),
        stored.bytes());
  }
}
