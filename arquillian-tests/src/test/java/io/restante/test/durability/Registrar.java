package io.restante.test.durability;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An administrator who makes mailboxes and principals, each with an Idempotency-Key. */
final class Registrar implements Worker {

  private final MailboxFixture domain;
  private final String prefix = MailboxFixture.unique("made");
  private final PersistentCaller caller;
  private final List<String> mailboxes = new ArrayList<>();
  private final List<String> principals = new ArrayList<>();

  Registrar(MailboxFixture domain, PersistentCaller caller) {
    this.domain = domain;
    this.caller = caller;
  }

  @Override
  public void step() {
    String name = prefix + "-" + mailboxes.size();
    caller.untilDecided(() -> makeMailbox(name)).reply().expect(201);
    mailboxes.add(name);
    Reply principal = caller.untilDecided(() -> makePrincipal(name)).reply().expect(201);
    principals.add(principal.text("principalId"));
  }

  /** Whatever was made is there, as it was answered. */
  void assertEverythingIsThere() {
    for (String name : mailboxes) {
      domain.mailboxNamed(name).get().expect(200);
    }
    for (int i = 0; i < principals.size(); i++) {
      Reply principal = domain.admin().get("/principals/" + principals.get(i)).expect(200);
      assertThat(principal.text("name")).isEqualTo(prefix + "-" + i);
    }
  }

  private Reply makeMailbox(String name) {
    return domain
        .admin()
        .withKey(name)
        .put("/domains/" + domain.domain() + "/mailboxes/" + name, Map.of());
  }

  private Reply makePrincipal(String name) {
    return domain
        .admin()
        .withKey(name)
        .post("/principals", Map.of("name", name, "kind", "APPLICATION"));
  }
}
