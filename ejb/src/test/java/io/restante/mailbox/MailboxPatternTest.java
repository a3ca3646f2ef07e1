package io.restante.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MailboxPatternTest {
  private static final List<String> NAMES =
      List.of(
          "alice", "alice+", "alice.phone", "alice~", "alice_2", "Alice", "alicf", "alic", "bob");

  @Test
  void aNameMatchesItselfOnly() {
    assertThat(matches("alice")).containsExactly("alice");
  }

  @Test
  void aPrefixMatchesWhatBeginsWithIt() {
    assertThat(matches("alice*"))
        .containsExactly("alice", "alice+", "alice.phone", "alice~", "alice_2");
    assertThat(matches("alice.*")).containsExactly("alice.phone");
    assertThat(matches("*")).isEqualTo(NAMES);
  }

  @Test
  void anythingElseIsNone() {
    for (String text : new String[] {"", "a*b", "**", "*a", "a b", "é", "a/b", null}) {
      assertThatThrownBy(() -> new MailboxPattern(text)).hasMessageContaining("mailboxPattern");
    }
  }

  /** As the database compares: byte by byte, which for these is Java's order. */
  private static List<String> matches(String text) {
    MailboxPattern pattern = new MailboxPattern(text);
    return NAMES.stream()
        .filter(name -> name.compareTo(pattern.lowest()) >= 0)
        .filter(name -> name.compareTo(pattern.end()) < 0)
        .toList();
  }
}
