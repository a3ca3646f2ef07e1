package io.restante.test.mailbox;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A domain of the test's own, with the mailboxes and principals that it makes in it. {@code
 * MailboxFixture.newDomain().mailbox().submit("m1", body)}.
 */
public final class MailboxFixture {

  private final RestClient admin;
  private final String domain;

  private MailboxFixture(RestClient admin, String domain) {
    this.admin = admin;
    this.domain = domain;
  }

  /** A new domain of the shared server. */
  public static MailboxFixture newDomain() {
    return newDomain(RestClient.admin());
  }

  /** A new domain of the server at which the administrator is. */
  public static MailboxFixture newDomain(RestClient admin) {
    String domain = unique("domain");
    admin.put("/domains/" + domain, "{}").expect(201);
    return new MailboxFixture(admin, domain);
  }

  /** A name that nobody else has: {@code prefix-1a2b3c4d5e6f}. */
  public static String unique(String prefix) {
    return prefix + "-" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
  }

  public String domain() {
    return domain;
  }

  public RestClient admin() {
    return admin;
  }

  /** A new mailbox with the default settings, used as the administrator. */
  public RestMailbox mailbox() {
    return mailbox(Map.of());
  }

  /** A new mailbox with these settings, the others default, used as the administrator. */
  public RestMailbox mailbox(Map<String, ?> settings) {
    RestMailbox mailbox = mailboxNamed(unique("box"));
    mailbox.put(settings).expect(201);
    return mailbox;
  }

  /** A mailbox by its name, whether it exists or not, used as the administrator. */
  public RestMailbox mailboxNamed(String name) {
    return new RestMailbox(admin, domain, name);
  }

  /** A principal that may submit to every mailbox of the domain. */
  public TestPrincipal sender() {
    return principal(grant("mailbox:submit", "mailboxes/*"));
  }

  /** A principal that may receive from every mailbox of the domain. */
  public TestPrincipal receiver() {
    return principal(grant("mailbox:receive", "mailboxes/*"));
  }

  /** A grant in this domain, to make a principal with. */
  public Grant grant(String capability, String resource) {
    return new Grant(domain, capability, resource);
  }

  /** A new principal with a token and these grants. */
  public TestPrincipal principal(Grant... grants) {
    Reply made =
        admin
            .post("/principals", Map.of("name", unique("principal"), "kind", "DEVICE"))
            .expect(201);
    String id = made.text("principalId");
    replaceGrants(id, made.json().path("policyEpoch").asLong(), Arrays.asList(grants));
    Reply token = admin.post("/principals/" + id + "/tokens", "{}").expect(201);
    return new TestPrincipal(
        id, token.text("tokenId"), token.text("token"), admin.withToken(token.text("token")));
  }

  /** Gives the principal these grants in place of those that it has. */
  public void replaceGrants(TestPrincipal principal, Grant... grants) {
    Reply present = admin.get("/principals/" + principal.id() + "/grants").expect(200);
    replaceGrants(principal.id(), present.json().path("policyEpoch").asLong(), List.of(grants));
  }

  private void replaceGrants(String principalId, long epoch, List<Grant> grants) {
    admin
        .with("If-Match", "\"" + epoch + "\"")
        .put("/principals/" + principalId + "/grants", Map.of("grants", grants))
        .expect(200);
  }

  /** What a principal may do where. */
  public record Grant(String domain, String capability, String resource) {}
}
