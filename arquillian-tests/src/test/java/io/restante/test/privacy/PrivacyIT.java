package io.restante.test.privacy;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Management;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.sealing.StoredBodies;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What callers handed in in confidence, on every path there is, is afterwards in none of the places
 * that others read: the log at DEBUG, the access log, metrics, health, OpenAPI, refusals, and a
 * dump of the database.
 */
@Isolated
class PrivacyIT {

  private static final String BODY = "body";
  private static final String MESSAGE_ID = "message id";
  private static final String NAME = "readable name";
  private static final String TOKEN = "token";
  private static final String KEY = "idempotency key";
  private static final String URL = "URL of a callback";
  private static final String SECRET = "secret of a callback";
  private static final String CLEAR_BODY = "body in a mailbox that is not sealed";

  private static final String[] LOGGER = {"subsystem", "logging", "logger", "io.restante"};
  private static final String[] ACCESS_LOG = {
    "subsystem",
    "undertow",
    "server",
    "default-server",
    "host",
    "default-host",
    "setting",
    "access-log"
  };

  @TempDir private static Path directory;

  private static final String BODY_MARK = MailboxFixture.unique("marked-body-that-nobody-reads");
  private static final String CLEAR_MARK = MailboxFixture.unique("marked-body-in-clear");
  private static final String ID_MARK = MailboxFixture.unique("marked-message-id");
  private static final String NAME_MARK = MailboxFixture.unique("marked-readable-name");
  private static final String URL_MARK = MailboxFixture.unique("marked-url-of-a-callback");
  private static final String KEY_MARK = MailboxFixture.unique("marked-idempotency-key");

  private static final List<Reply> replies = new ArrayList<>();
  private static Marks marks;
  private static long logBegin;
  private static MailboxFixture fixture;
  private static RestMailbox mailbox;
  private static TestPrincipal principal;
  private static int keys;

  @BeforeAll
  static void takeEveryPath() throws IOException {
    fixture = MailboxFixture.newDomain();
    logBegin = Files.size(TestServer.process().serverLog());
    level("DEBUG");
    ModelNode accessLog = operation("add", ACCESS_LOG);
    accessLog.get("pattern").set("%h %l %u %t \"%r\" %s %b \"%{i,Referer}\" \"%{i,User-Agent}\"");
    TestServer.management().execute(accessLog);
    mailbox = fixture.mailbox();
    principal = markedPrincipal();
    marks =
        new Marks()
            .add(BODY, BODY_MARK)
            .add(CLEAR_BODY, CLEAR_MARK)
            .add(MESSAGE_ID, ID_MARK)
            .add(NAME, NAME_MARK)
            .add(TOKEN, principal.token().substring("rst_".length()))
            .add(URL, URL_MARK)
            .add(KEY, KEY_MARK);
    wakes();
    submits();
    reads();
    damages();
    finalizes();
    refusals();
    administration();
  }

  @AfterAll
  static void resetServer() {
    level("INFO");
    Management management = TestServer.management();
    management.execute(operation("remove", ACCESS_LOG));
  }

  @Test
  void serverLogAtDebugHasNoMark() throws IOException {
    Path log = TestServer.process().serverLog();
    String text = Files.readString(log, StandardCharsets.ISO_8859_1).substring((int) logBegin);

    ModelNode level = operation("read-attribute", LOGGER);
    level.get("name").set("level");
    assertThat(TestServer.management().execute(level).asString()).isEqualTo("DEBUG");
    assertThat(text).as("what happened meanwhile is in it").contains("does not open.");
    assertThat(marks.in(log, logBegin)).isEmpty();
  }

  @Test
  void accessLogHasNoMark() throws IOException {
    Path logs = TestServer.process().serverLog().getParent();
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.filter(f -> f.getFileName().toString().contains("access")).toList()) {
        text.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }

    assertThat(text).as("requests are in it").contains("/drain");
    assertThat(marks.in(text.toString())).isEmpty();
  }

  @Test
  void metricsHealthAndOpenApiHaveNoMark() {
    RestClient management =
        RestClient.at(URI.create("http://localhost:" + TestServer.process().managementPort()));
    RestClient root = RestClient.at(URI.create(TestServer.rootUri().toString()));

    for (Reply reply :
        List.of(
            management.get("/prometheus").expect(200),
            management.get("/health").expect(200),
            root.get("health/ready").expect(200),
            root.get("health/live").expect(200),
            root.get("openapi").expect(200))) {
      assertThat(marks.in(reply.text())).as(reply.toString()).isEmpty();
    }
    assertThat(management.get("/prometheus").text()).contains("restante_pipeline");
  }

  @Test
  void refusalsHaveNoMark() {
    List<Reply> refused = replies.stream().filter(reply -> reply.status() >= 400).toList();

    assertThat(refused.stream().map(Reply::code).distinct())
        .contains(
            "VALIDATION_FAILED",
            "UNAUTHENTICATED",
            "NOT_FOUND",
            "FORBIDDEN",
            "CURSOR_INVALID",
            "CONFLICT",
            "MESSAGE_ID_CONFLICT",
            "IDEMPOTENCY_KEY_REUSED",
            "ENVELOPE_TOO_LARGE",
            "MAILBOX_FULL",
            "STORAGE_DAMAGED");
    for (Reply reply : refused) {
      assertThat(marks.in(reply.text() + reply.headers().map())).as(reply.toString()).isEmpty();
    }
  }

  @Test
  void dumpOfTheDatabaseHasNeitherSealedBodiesNorTokensNorKeys() throws IOException {
    Path dump = directory.resolve("restante.sql");

    TestServer.dumpDatabase(dump);

    assertThat(marks.in(dump, 0))
        .as("what is stored in clear is found, so the search finds what there is")
        .containsExactlyInAnyOrder(CLEAR_BODY, MESSAGE_ID, NAME);
  }

  private static void submits() {
    RestMailbox keyed = mailbox.as(client().withKey(key()));
    kept(keyed.submit(id("first"), body())).expect(201);
    kept(keyed.submit(id("first"), body())).expect(201);
    kept(keyed.submit(id("other"), body())).expect(422);
    kept(mine().submit(id("first"), body())).expect(200);
    kept(mine().submit(id("first"), bytes(BODY_MARK + " another"))).expect(409);
    kept(client()
            .withKey(key())
            .post(
                "/domains/" + fixture.domain() + "/envelopes",
                Map.of(
                    "items",
                    Stream.of("a", "b", "c", "d")
                        .map(i -> RestMailbox.envelope(id(i), body(), inMailbox()))
                        .toList())))
        .expect(200);
    RestMailbox clear = fixture.mailbox(Map.of("sealed", false));
    kept(clear.as(client()).submit(id("clear"), bytes(CLEAR_MARK))).expect(201);
    kept(mine().submit(id("large"), bytes(BODY_MARK + "x".repeat(300_000)))).expect(413);
    RestMailbox full = fixture.mailbox(Map.of("maxPendingCount", 1)).as(client());
    kept(full.submit(id("only"), body())).expect(201);
    kept(full.submit(id("too many"), body())).expect(400);
    kept(full.submit(id("too-many"), body())).expect(429);
  }

  /** To a port that nobody listens at, so that each call fails. */
  private static void wakes() {
    RestMailbox called = fixture.mailbox().as(client());
    String wake = called.path() + "/wake";
    Map<String, String> good = Map.of("url", "http://127.0.0.1:9/in?key=" + URL_MARK);
    Reply registered = kept(client().put(wake, good)).expect(201);
    marks.add(SECRET, registered.text("secret").substring("rws_".length()));
    kept(client().put(wake, Map.of("url", "http://10.0.0.1/?key=" + URL_MARK))).expect(400);
    kept(client().put(wake, Map.of("url", "http://" + URL_MARK + "@127.0.0.1/"))).expect(400);
    called.submit(id("called"), body()).expect(201);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> client().get(wake).text("lastError").equals("CONNECT_FAILED"));
  }

  private static void reads() {
    JsonNode page = kept(mine().pull("limit=2&waitSeconds=1")).expect(200).json();
    kept(mine().pull("cursor=" + page.path("nextCursor").asText())).expect(200);
    kept(mine().pull("sender=" + principal.id())).expect(200);
    kept(client().get(mailbox.path() + "/envelopes/count")).expect(200);
    kept(fixture.mailbox().as(client()).pull("cursor=" + page.path("nextCursor").asText()))
        .expect(400);
    kept(client().get("/whoami")).expect(200);
  }

  private static void damages() {
    StoredBodies.of(mailbox).flip(2, 20);
    StoredBodies.of(mailbox).flip(3, 20);
    kept(mine().pull("")).expect(500);
    kept(mine().drain(5)).expect(500);
    kept(mine().discard(principal.id(), id("a"), "OTHER")).expect(500);
    kept(mine().quarantine(2)).expect(403);
    kept(mailbox.quarantine(1)).expect(409);
    kept(mailbox.quarantine(2)).expect(200);
    kept(mailbox.quarantine(3)).expect(200);
    kept(mailbox.quarantined("")).expect(200);
    kept(mailbox.release(2)).expect(500);
    StoredBodies.of(mailbox).flipQuarantined(2, 20);
    kept(mailbox.release(2)).expect(204);
    kept(mailbox.drop(3)).expect(204);
  }

  private static void finalizes() {
    RestMailbox keyed = mailbox.as(client().withKey(key()));
    kept(keyed.acknowledge(identities("first", "b", "unknown"))).expect(200);
    kept(mine().discard(principal.id(), id("c"), "USER_REJECTED")).expect(200);
    kept(mine().discard(principal.id(), id("unknown"), "OTHER")).expect(404);
    RestMailbox draining = mailbox.as(client().withKey(key()));
    Reply first = kept(draining.drain(10)).expect(200);
    Reply second = kept(draining.drain(10)).expect(200);
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(first.text())
        .as("what the receiver gets is what is searched for")
        .contains(ID_MARK)
        .contains(Base64.getEncoder().encodeToString(bytes(BODY_MARK)).substring(0, 20));
    kept(mine().submit(id("first"), body())).expect(200);
    kept(mine().submit(id("stays"), body())).expect(201);
  }

  private static void refusals() {
    String submits = mailbox.path() + "/envelopes";
    kept(client().post(submits, "{\"messageId\":\"" + ID_MARK + " \",\"body\":\"\"}")).expect(400);
    kept(client().post(submits, "{\"messageId\":\"m\",\"body\":\"" + BODY_MARK + "\"}"))
        .expect(400);
    kept(client().post(submits, "{\"messageId\":\"m\",\"body\":[\"" + BODY_MARK + "\"]}"))
        .expect(400);
    kept(client().post(submits, BODY_MARK)).expect(400);
    kept(client().withKey(KEY_MARK + " blank inside").post(submits, "{}")).expect(400);
    kept(client().with("Content-Type", "text/" + BODY_MARK).post(submits, "{}")).expect(415);
    kept(RestClient.as(principal.token() + "x").post(submits, "{}")).expect(401);
    kept(RestClient.anonymous().with("Authorization", "Basic " + principal.token()).get("/whoami"))
        .expect(401);
    kept(fixture.mailboxNamed("none").as(client()).submit(id("m"), body())).expect(404);
    kept(client().put(mailbox.path(), Map.of("maxPendingCount", 0))).expect(403);
    kept(client().get("/admin/audit")).expect(403);
    kept(fixture.admin().post("/principals", Map.of("name", NAME_MARK, "kind", "DEVICE")))
        .expect(409);
    kept(fixture.admin().post("/principals", Map.of("name", NAME_MARK + " ", "kind", "DEVICE")))
        .expect(400);
  }

  private static void administration() {
    RestClient admin = fixture.admin();
    kept(admin.withKey(key()).post("/principals/" + principal.id() + "/tokens", "{}")).expect(201);
    kept(admin.get("/principals")).expect(200);
    kept(admin.get("/principals/" + principal.id())).expect(200);
    kept(admin.get("/principals/" + principal.id() + "/tokens")).expect(200);
    kept(admin.get("/admin/audit?limit=100")).expect(200);
    kept(admin.get("/admin/sealing")).expect(200);
    kept(admin.post("/admin/check", Map.of("domain", fixture.domain()))).expect(200);
    kept(admin.post("/admin/prune", Map.of("maxAgeSeconds", 31_536_000))).expect(200);
    Map<String, Object> change =
        Map.of("domain", fixture.domain(), "mailboxPattern", "none.*", "ttlSeconds", 3_600);
    kept(admin.withKey(key()).post("/admin/retention-changes", change)).expect(201);
    kept(mailbox.delete(false)).expect(409);
  }

  private static TestPrincipal markedPrincipal() {
    RestClient admin = fixture.admin();
    String id =
        admin
            .post("/principals", Map.of("name", NAME_MARK, "kind", "DEVICE"))
            .expect(201)
            .text("principalId");
    TestPrincipal made = new TestPrincipal(id, "", "", admin);
    fixture.replaceGrants(
        made,
        fixture.grant("mailbox:submit", "mailboxes/*"),
        fixture.grant("mailbox:receive", "mailboxes/*"));
    Reply token = admin.withKey(KEY_MARK).post("/principals/" + id + "/tokens", "{}").expect(201);
    return new TestPrincipal(
        id, token.text("tokenId"), token.text("token"), admin.withToken(token.text("token")));
  }

  private static Reply kept(Reply reply) {
    replies.add(reply);
    return reply;
  }

  private static RestClient client() {
    return principal.client();
  }

  private static RestMailbox mine() {
    return mailbox.as(client());
  }

  private static String id(String name) {
    return ID_MARK + "." + name;
  }

  /** Another key each time, of which each begins with the mark. */
  private static String key() {
    return KEY_MARK + ++keys;
  }

  private static byte[] body() {
    return bytes(BODY_MARK);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> inMailbox() {
    return Map.of("mailbox", mailbox.name());
  }

  private static List<Map<String, String>> identities(String... names) {
    return Stream.of(names).map(n -> RestMailbox.identity(principal.id(), id(n))).toList();
  }

  private static void level(String level) {
    ModelNode write = operation("write-attribute", LOGGER);
    write.get("name").set("level");
    write.get("value").set(level);
    TestServer.management().execute(write);
  }
}
