package io.restante.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ValidationFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantTest {
  @Test
  void aGrantNamesOneResource() {
    Grant grant = new Grant("main", Capability.MAILBOX_RECEIVE, "mailboxes/bob");

    assertThat(allows(grant, "main", "mailboxes/bob")).isTrue();
    assertThat(allows(grant, "main", "mailboxes/bobby")).isFalse();
    assertThat(allows(grant, "main", "mailboxes/Bob")).isFalse();
    assertThat(allows(grant, "other", "mailboxes/bob")).isFalse();
  }

  @Test
  void aStarAtTheEndNamesAllThatBeginAlike() {
    Grant grant = new Grant("*", Capability.MAILBOX_RECEIVE, "mailboxes/alice.*");

    assertThat(allows(grant, "any", "mailboxes/alice.phone")).isTrue();
    assertThat(allows(grant, "any", "mailboxes/alice")).isFalse();
  }

  @Test
  void anotherCapabilityConcernsTheResourceWithoutAllowing() {
    Grant grant = new Grant("main", Capability.MAILBOX_SUBMIT, "mailboxes/*");

    assertThat(allows(grant, "main", "mailboxes/bob")).isFalse();
    assertThat(grant.concerns("main", "mailboxes/bob")).isTrue();
    assertThat(grant.concerns("other", "mailboxes/bob")).isFalse();
  }

  @Test
  void anAdministratorOfADomainMayDoAllInItAndNothingElsewhere() {
    Grant grant = new Grant("main", Capability.ADMIN, "*");

    assertThat(allows(grant, "main", "mailboxes/bob")).isTrue();
    assertThat(allows(grant, "other", "mailboxes/bob")).isFalse();
    assertThat(grant.coversInstance()).isFalse();
    assertThat(Grant.administrator().coversInstance()).isTrue();
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"mail*boxes", "mailboxes/**", "mailboxes/ü", "mailboxes/a b"})
  void aPatternOutsideTheGrammarIsRefused(String pattern) {
    assertThatThrownBy(() -> new Grant("main", Capability.MAILBOX_SUBMIT, pattern))
        .isInstanceOf(ValidationFailedException.class);
  }

  private static boolean allows(Grant grant, String domain, String resource) {
    return grant.allows(Capability.MAILBOX_RECEIVE, domain, resource);
  }
}
