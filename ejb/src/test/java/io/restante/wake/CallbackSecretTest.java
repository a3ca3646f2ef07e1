package io.restante.wake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallbackSecretTest {

  /** As {@code printf '%s' '1796036400.{"mailbox":"bob"}' | openssl dgst -sha256 -hmac rws_abc}. */
  @Test
  void signatureIsThatOfOpenssl() {
    assertThat(new CallbackSecret("rws_abc").sign(1_796_036_400, "{\"mailbox\":\"bob\"}"))
        .isEqualTo("v1=7a9e0641c06d6c5253f1c04b10bc71a721dfdb2c9a1a4c75ea6f5142bd598e05");
  }

  @Test
  void eventIsTheSameForEveryAttemptAndDiffersFromOthers() {
    CallbackSecret secret = CallbackSecret.generate();

    assertThat(secret.event(7)).isEqualTo(secret.event(7)).hasSize(32);
    assertThat(secret.event(7)).isNotEqualTo(secret.event(8));
    assertThat(secret.event(7)).isNotEqualTo(CallbackSecret.generate().event(7));
  }

  @Test
  void secretsDifferAndDoNotShowInMessages() {
    CallbackSecret secret = CallbackSecret.generate();

    assertThat(secret.text()).startsWith("rws_").hasSize(47);
    assertThat(CallbackSecret.generate()).isNotEqualTo(secret);
    assertThat(secret.toString()).doesNotContain(secret.text().substring(4));
  }
}
