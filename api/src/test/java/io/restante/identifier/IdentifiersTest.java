package io.restante.identifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ValidationFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifiersTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "A-Z.a_z:0@9+~", "0"})
  void whatTheGrammarKnowsIsTaken(String identifier) {
    assertThat(Identifiers.require("id", identifier)).isEqualTo(identifier);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a ", "ä", "a/b", "a\u0000", "a\u0301", "ａ", "a*", "\n"})
  void whatItDoesNotKnowIsRefusedWithTheNameOfTheField(String identifier) {
    assertThatThrownBy(() -> Identifiers.require("messageId", identifier))
        .isInstanceOf(ValidationFailedException.class)
        .hasMessageStartingWith("messageId must be");
  }

  @Test
  void itIsAtMost128CharactersLong() {
    assertThat(Identifiers.isValid("a".repeat(128))).isTrue();
    assertThat(Identifiers.isValid("a".repeat(129))).isFalse();
    assertThat(Identifiers.isValid(null)).isFalse();
  }
}
