package io.restante.test.access;

import static java.util.Map.entry;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.outbox.DeadEvent;
import io.restante.test.queue.RestQueue;
import io.restante.test.sealing.StoredBodies;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * A request for every route that succeeds for a caller who may make it. The names in braces are
 * filled in from the caller's parameters: {@code domain}, {@code mailbox}, {@code principal},
 * {@code epoch}, {@code token} (its id), {@code sender} and {@code messageId} of an envelope in the
 * mailbox, {@code home} (a domain that exists, with a mailbox {@code stays}), {@code change} and
 * {@code confirmation} of a retention change that the caller previewed, {@code sequence} (1 if
 * absent) of an envelope, {@code scope} ({@code orders} if absent) of an inbox, {@code queue},
 * {@code message}, its {@code version}, and {@code job}, an order to redrive.
 */
public final class ApiCalls {

  /** Every caller with a token may make it. */
  static final String ANYBODY = "";

  /** Only administrators of the whole instance may make it. */
  static final String ADMINISTRATOR = "administrator";

  private static final String SUBMIT = "mailbox:submit";
  private static final String RECEIVE = "mailbox:receive";
  private static final String MANAGE = "mailbox:manage";
  private static final String ADMIN = "admin";
  private static final String MAILBOX = "/restante/v1/domains/{domain}/mailboxes/{mailbox}";
  private static final String PRINCIPAL = "/restante/v1/principals/{principal}";
  private static final String QUARANTINE = MAILBOX + "/quarantine";
  private static final String OPERATE = "inbox:operate";
  private static final String INBOX = "/restante/v1/domains/{domain}/inbox/{scope}";
  private static final String WAKE = MAILBOX + "/wake";
  private static final String CALLBACK = "{\"url\":\"http://127.0.0.1:9/\"}";
  private static final String CHANGES = "/restante/v1/admin/retention-changes";
  private static final String QUEUE = "/restante/v1/domains/{domain}/queues/{queue}";
  private static final String QUEUES = "queue:manage";
  private static final String ENQUEUE = "queue:enqueue";
  private static final String CONSUME = "queue:consume";
  private static final String INSPECT = "queue:inspect";
  private static final String REDRIVE = "deadletter:redrive";
  private static final String TOKENS = "{\"items\":[{\"token\":\"none\"}]}";
  private static final String SEEN =
      "{\"expectedStateVersion\":{version},\"expectedGeneration\":1}";
  private static final String IDENTITY = "{\"sender\":\"{sender}\",\"messageId\":\"{messageId}\"";

  private static final Map<Route, Sample> SAMPLES =
      Map.ofEntries(
          entry(new Route("GET", "/restante/v1/whoami"), new Sample(ANYBODY, null)),
          entry(
              new Route("POST", "/restante/v1/admin/prune"),
              new Sample(ADMINISTRATOR, "{\"maxAgeSeconds\":31536000}")),
          entry(
              new Route("POST", CHANGES),
              new Sample(
                  ADMINISTRATOR,
                  "{\"domain\":\"{home}\",\"mailboxPattern\":\"none.*\",\"ttlSeconds\":3600}")),
          entry(new Route("GET", CHANGES), new Sample(ADMINISTRATOR, null)),
          entry(new Route("GET", CHANGES + "/{change}"), new Sample(ADMINISTRATOR, null)),
          entry(
              new Route("POST", CHANGES + "/{change}/apply"),
              new Sample(ADMINISTRATOR, "{\"confirmationToken\":\"{confirmation}\"}")),
          entry(
              new Route("POST", "/restante/v1/admin/check"),
              new Sample(ADMINISTRATOR, "{\"domain\":\"{home}\"}")),
          entry(
              new Route("POST", "/restante/v1/admin/check/repair"),
              new Sample(ADMINISTRATOR, "{\"domain\":\"{home}\",\"mailbox\":\"stays\"}")),
          entry(new Route("GET", "/restante/v1/admin/audit"), new Sample(ADMINISTRATOR, null)),
          entry(new Route("GET", "/restante/v1/admin/sealing"), new Sample(ADMINISTRATOR, null)),
          entry(new Route("GET", "/restante/v1/admin/outbox"), new Sample(ADMINISTRATOR, null)),
          entry(
              new Route("POST", "/restante/v1/admin/outbox/{event}/retry"),
              new Sample(ADMINISTRATOR, null)),
          entry(new Route("GET", "/restante/v1/domains"), new Sample(ADMINISTRATOR, null)),
          entry(new Route("PUT", "/restante/v1/domains/{domain}"), new Sample(ADMINISTRATOR, "{}")),
          entry(new Route("GET", "/restante/v1/principals"), new Sample(ADMINISTRATOR, null)),
          entry(
              new Route("POST", "/restante/v1/principals"),
              new Sample(ADMINISTRATOR, "{\"name\":\"{messageId}\",\"kind\":\"DEVICE\"}")),
          entry(new Route("GET", PRINCIPAL), new Sample(ADMINISTRATOR, null)),
          entry(new Route("DELETE", PRINCIPAL), new Sample(ADMINISTRATOR, null)),
          entry(
              new Route("PUT", PRINCIPAL + "/subject"),
              new Sample(ADMINISTRATOR, "{\"subject\":\"subject.of.{principal}\"}")),
          entry(new Route("DELETE", PRINCIPAL + "/subject"), new Sample(ADMINISTRATOR, null)),
          entry(new Route("GET", PRINCIPAL + "/grants"), new Sample(ADMINISTRATOR, null)),
          entry(
              new Route("PUT", PRINCIPAL + "/grants"),
              new Sample(ADMINISTRATOR, "{\"grants\":[]}")),
          entry(new Route("GET", PRINCIPAL + "/tokens"), new Sample(ADMINISTRATOR, null)),
          entry(new Route("POST", PRINCIPAL + "/tokens"), new Sample(ADMINISTRATOR, "{}")),
          entry(
              new Route("DELETE", PRINCIPAL + "/tokens/{token}"), new Sample(ADMINISTRATOR, null)),
          entry(
              new Route("POST", "/restante/v1/domains/{domain}/envelopes"),
              new Sample(
                  SUBMIT,
                  "{\"items\":[{\"mailbox\":\"{mailbox}\",\"messageId\":\"batch\",\"body\":\"\"}]}")),
          entry(new Route("PUT", MAILBOX), new Sample(MANAGE, "{\"maxPendingCount\":7}")),
          entry(new Route("GET", MAILBOX), new Sample(MANAGE, null)),
          entry(new Route("DELETE", MAILBOX), new Sample(MANAGE, null)),
          entry(
              new Route("POST", MAILBOX + "/envelopes"),
              new Sample(SUBMIT, "{\"messageId\":\"single\",\"body\":\"\"}")),
          entry(new Route("GET", MAILBOX + "/envelopes"), new Sample(RECEIVE, null)),
          entry(new Route("GET", MAILBOX + "/envelopes/count"), new Sample(RECEIVE, null)),
          entry(
              new Route("POST", MAILBOX + "/acknowledgements"),
              new Sample(RECEIVE, "{\"items\":[" + IDENTITY + "}]}")),
          entry(
              new Route("POST", MAILBOX + "/discards"),
              new Sample(RECEIVE, IDENTITY + ",\"reason\":\"OTHER\"}")),
          entry(new Route("POST", MAILBOX + "/drain"), new Sample(RECEIVE, null)),
          entry(new Route("PUT", WAKE), new Sample(RECEIVE, CALLBACK)),
          entry(new Route("GET", WAKE), new Sample(RECEIVE, null)),
          entry(new Route("DELETE", WAKE), new Sample(RECEIVE, null)),
          entry(new Route("GET", MAILBOX + "/events"), new Sample(RECEIVE, null)),
          entry(
              new Route("POST", MAILBOX + "/envelopes/{sequence}/quarantine"),
              new Sample(ADMIN, null)),
          entry(new Route("GET", INBOX + "/dead"), new Sample(OPERATE, null)),
          entry(
              new Route("POST", INBOX + "/dead/retry"),
              new Sample(OPERATE, "{\"ids\":[\"{messageId}\"]}")),
          entry(
              new Route("POST", INBOX + "/dead/purge"),
              new Sample(OPERATE, "{\"ids\":[\"{messageId}\"]}")),
          entry(new Route("GET", INBOX + "/messages/{messageId}"), new Sample(OPERATE, null)),
          entry(
              new Route("POST", INBOX + "/purge"),
              new Sample(OPERATE, "{\"completedMaxAgeSeconds\":604800}")),
          entry(new Route("PUT", QUEUE), new Sample(QUEUES, "{\"maxAttempts\":3}")),
          entry(new Route("GET", QUEUE), new Sample(QUEUES, null)),
          entry(new Route("DELETE", QUEUE), new Sample(QUEUES, null)),
          entry(new Route("POST", QUEUE + "/pause"), new Sample(QUEUES, null)),
          entry(new Route("POST", QUEUE + "/resume"), new Sample(QUEUES, null)),
          entry(
              new Route("POST", QUEUE + "/purge"),
              new Sample(QUEUES, "{\"before\":\"2026-01-01T00:00:00Z\"}")),
          entry(
              new Route("POST", QUEUE + "/messages"),
              new Sample(ENQUEUE, "{\"messageId\":\"single\",\"payload\":{}}")),
          entry(
              new Route("POST", "/restante/v1/domains/{domain}/messages"),
              new Sample(
                  ENQUEUE,
                  "{\"items\":[{\"queue\":\"{queue}\",\"messageId\":\"batch\",\"payload\":1}]}")),
          entry(new Route("POST", QUEUE + "/receive"), new Sample(CONSUME, "{}")),
          entry(
              new Route("POST", "/restante/v1/domains/{domain}/receive"),
              new Sample(
                  CONSUME,
                  "{\"requestId\":\"r0\",\"lanes\":[{\"queue\":\"{queue}\",\"requestId\":\"r1\"}]}")),
          entry(new Route("POST", QUEUE + "/deliveries/ack"), new Sample(CONSUME, TOKENS)),
          entry(new Route("POST", QUEUE + "/deliveries/nack"), new Sample(CONSUME, TOKENS)),
          entry(new Route("POST", QUEUE + "/deliveries/renew"), new Sample(CONSUME, TOKENS)),
          entry(new Route("POST", QUEUE + "/deliveries/release"), new Sample(CONSUME, TOKENS)),
          entry(new Route("GET", QUEUE + "/messages"), new Sample(INSPECT, null)),
          entry(new Route("GET", QUEUE + "/messages/{message}"), new Sample(INSPECT, null)),
          entry(
              new Route("POST", QUEUE + "/messages/{message}/redrive"), new Sample(REDRIVE, SEEN)),
          entry(new Route("POST", QUEUE + "/messages/{message}/park"), new Sample(REDRIVE, SEEN)),
          entry(
              new Route("POST", QUEUE + "/messages/{message}/cancel"),
              new Sample("queue:cancel", SEEN)),
          entry(new Route("GET", QUEUE + "/dead-letters"), new Sample("deadletter:read", null)),
          entry(
              new Route("POST", QUEUE + "/dead-letters/redrive"),
              new Sample(REDRIVE, "{\"max\":1}")),
          entry(new Route("GET", QUEUE + "/dead-letters/redrive/{job}"), new Sample(REDRIVE, null)),
          entry(new Route("GET", QUARANTINE), new Sample(ADMIN, null)),
          entry(new Route("POST", QUARANTINE + "/{sequence}/release"), new Sample(ADMIN, null)),
          entry(new Route("DELETE", QUARANTINE + "/{sequence}"), new Sample(ADMIN, null)));

  private ApiCalls() {}

  /** The routes that it knows a request for. */
  static NavigableSet<Route> routes() {
    return new TreeSet<>(SAMPLES.keySet());
  }

  /** What a caller of the route needs: a capability, {@link #ANYBODY} or {@link #ADMINISTRATOR}. */
  static String capability(Route route) {
    return SAMPLES.get(route).capability();
  }

  /** Makes the route's request. */
  public static Reply send(RestClient caller, Route route, Map<String, String> some) {
    String body = SAMPLES.get(route).body();
    Map<String, String> parameters = withDefaults(some);
    return caller
        .with("If-Match", "\"" + parameters.getOrDefault("epoch", "1") + "\"")
        .send(
            route.method(),
            route.path(parameters),
            body == null ? null : Route.fill(body, parameters));
  }

  /** The parameters, and those that most tests do not care for. */
  static Map<String, String> withDefaults(Map<String, String> some) {
    Map<String, String> parameters =
        new HashMap<>(
            Map.of(
                "sequence", "1",
                "scope", "orders",
                "queue", "orders",
                "message", "mail",
                "version", "1",
                "job", "none"));
    parameters.putAll(some);
    return parameters;
  }

  /**
   * A new queue in which the route succeeds, with its name as {@code queue}, and the {@code
   * version} of its message {@code mail} if it is about one.
   */
  public static Map<String, String> queueFor(Route route, MailboxFixture fixture) {
    String act = route.template().substring(route.template().lastIndexOf('/') + 1);
    if (!route.template().contains("{message}")) {
      return Map.of("queue", RestQueue.in(fixture, Map.of()).name());
    }
    RestQueue queue = RestQueue.in(fixture, Map.of("maxAttempts", 1, "maxDeadLetterMessages", 1));
    if (act.equals("park")) {
      queue.enqueue("other").expect(201);
      queue.result("nack", queue.take());
    }
    queue.enqueue("mail").expect(201);
    if (!act.equals("cancel")) {
      queue.result("nack", queue.take());
    }
    if (act.equals("park")) {
      queue.act("cancel", "other").expect(200);
    }
    return Map.of(
        "queue",
        queue.name(),
        "version",
        queue.inspect("mail").json().path("stateVersion").asText());
  }

  /**
   * A new mailbox in which the route succeeds: it holds an envelope {@code mail}, unless it is to
   * be deleted.
   */
  public static RestMailbox mailboxFor(Route route, MailboxFixture fixture) {
    RestMailbox mailbox = fixture.mailbox();
    if (!route.equals(new Route("DELETE", MAILBOX))) {
      mailbox.submit("mail").expect(201);
    }
    if (route.template().equals(WAKE) && !route.method().equals("PUT")) {
      mailbox.caller().put(mailbox.path() + "/wake", CALLBACK).expect(201);
    }
    if (route.template().contains("quarantine")) {
      StoredBodies.of(mailbox).flip(1, 20);
    }
    if (route.template().startsWith(QUARANTINE)) {
      mailbox.quarantine(1).expect(200);
      StoredBodies.of(mailbox).flipQuarantined(1, 20);
    }
    return mailbox;
  }

  /**
   * Parameters that hold for every route of administrators, beside those that the test has: a
   * mailbox {@code stays} in the domain, and a retention change that the caller previewed.
   */
  public static Map<String, String> administrators(
      MailboxFixture fixture, RestClient caller, Map<String, String> own) {
    fixture.mailboxNamed("stays").put(Map.of());
    Reply previewed =
        caller
            .post(
                "/admin/retention-changes",
                Map.of("domain", fixture.domain(), "mailboxPattern", "none.*", "ttlSeconds", 3_600))
            .expect(201);
    Map<String, String> parameters = new HashMap<>(own);
    parameters.put("home", fixture.domain());
    parameters.put("change", previewed.text("id"));
    parameters.put("confirmation", previewed.text("confirmationToken"));
    parameters.put("event", String.valueOf(DeadEvent.store()));
    return parameters;
  }

  private record Sample(String capability, String body) {}
}
