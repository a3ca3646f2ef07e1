package io.restante.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ErrorTextTest {

  @Test
  void classesAndMessagesOfAllCausesAreKept() {
    Throwable failure = new IllegalStateException("outer", new NullPointerException(null));

    assertThat(ErrorText.of(failure))
        .isEqualTo(
            "java.lang.IllegalStateException caused by java.lang.NullPointerException: outer");
  }

  @Test
  void messageThatAWrapperRepeatsIsToldOnce() {
    Throwable cause = new java.io.IOException("no shelf");

    assertThat(ErrorText.of(new IllegalStateException("no shelf", cause)))
        .isEqualTo("java.lang.IllegalStateException caused by java.io.IOException: no shelf");
    assertThat(ErrorText.of(new IllegalStateException("not booked", cause)))
        .endsWith("java.io.IOException: not booked; no shelf");
  }

  @Test
  void exactlyTwoKibibytesAreNotCut() {
    String name = "java.lang.IllegalStateException: ";
    String fits = "x".repeat(ErrorText.MAX_BYTES - name.length());

    assertThat(ErrorText.of(new IllegalStateException(fits))).isEqualTo(name + fits);
    assertThat(ErrorText.of(new IllegalStateException(fits + "x")))
        .hasSize(ErrorText.MAX_BYTES)
        .endsWith("x" + ErrorText.MARK);
  }

  @Test
  void noCharacterIsCutInHalf() {
    String text = ErrorText.of(new IllegalStateException("x" + "😀".repeat(1_000)));

    assertThat(text.getBytes(StandardCharsets.UTF_8).length)
        .isBetween(ErrorText.MAX_BYTES - 3, ErrorText.MAX_BYTES);
    assertThat(text).endsWith("😀" + ErrorText.MARK);
  }

  @Test
  void halfACharacterIsReplaced() {
    assertThat(ErrorText.of(new IllegalStateException("\ud800")))
        .isEqualTo("java.lang.IllegalStateException: ?");
  }

  @Test
  void causesInACircleEnd() {
    Exception first = new IllegalStateException("first");
    Exception second = new IllegalStateException("second", first);
    first.initCause(second);

    assertThat(ErrorText.of(first)).containsOnlyOnce("second").startsWith("java");
  }
}
