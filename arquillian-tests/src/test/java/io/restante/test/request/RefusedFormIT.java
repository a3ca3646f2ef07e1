package io.restante.test.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JAX-RS and the server refuse before a resource sees it is a problem document too. */
class RefusedFormIT {

  private static final String BODY = "{\"messageId\":\"m\",\"body\":\"\"}";

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();
  private final RestClient admin = fixture.admin();
  private final String submits = mailbox.path() + "/envelopes";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "text/json",
        "application/xml",
        "application/octet-stream",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=ISO-8859-1",
        "application/json; charset=utf-16",
        "application/json; charset=nonsense"
      })
  void otherMediaTypesAreNotRead(String type) {
    Refusals.require(
        admin.with("Content-Type", type).post(submits, BODY), 415, "UNSUPPORTED_MEDIA_TYPE");
    assertThat(mailbox.count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "APPLICATION/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\""
      })
  void jsonInUtf8IsReadHoweverItIsSpelt(String type) {
    admin.with("Content-Type", type).post(submits, BODY).expect(201);
  }

  @Test
  void absentMediaTypeIsNotGuessed() {
    try (RawHttp connection = RawHttp.connect(TestServer.baseUri())) {
      connection.send(
          String.join(
              "\r\n",
              "POST " + TestServer.baseUri().getPath() + submits + " HTTP/1.1",
              "Host: localhost",
              "Connection: close",
              "Authorization: Bearer " + TestServer.adminToken(),
              "Content-Length: " + BODY.length(),
              "",
              BODY));
      assertThat(connection.readAll())
          .startsWith("HTTP/1.1 415 ")
          .contains("application/problem+json", "\"UNSUPPORTED_MEDIA_TYPE\"");
    }
    assertThat(mailbox.count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "a/b/c", "/"})
  void malformedMediaTypesAreRefused(String type) {
    Refusals.require(
        admin.with("Content-Type", type).post(submits, BODY), 400, "VALIDATION_FAILED");
    Refusals.require(admin.with("Accept", type).get(submits), 400, "VALIDATION_FAILED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "application/xml", "image/*"})
  void otherRepresentationsAreNotServed(String accept) {
    Refusals.require(admin.with("Accept", accept).get(submits), 406, "NOT_ACCEPTABLE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/*", "text/html, application/json;q=0.1"})
  void jsonIsServedToWhoeverTakesIt(String accept) {
    admin.with("Accept", accept).get(submits).expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PATCH", "DELETE", "PUT", "FOO", "PROPFIND"})
  void otherMethodsAreNotAllowed(String method) {
    Reply refused = admin.send(method, submits, BODY);
    Refusals.require(refused, 405, "NOT_ALLOWED");
    assertThat(refused.header("Allow"))
        .hasValueSatisfying(allow -> assertThat(allow).contains("POST"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/", "/nothing", "/domains/d/mailboxes", "/domains/d/mailboxes/m/envelopes/1/2",
        "/admin", "/principals/p/tokens/t/u", "//whoami", "/../openapi.json"
      })
  void otherPathsAreNotFound(String path) {
    Refusals.require(admin.get(path), 404, "NOT_FOUND");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nothing", "problem", "v2/whoami", "index.html"})
  void pathsOutsideTheApiAreNotFound(String path) {
    Refusals.require(
        RestClient.at(URI.create(TestServer.rootUri() + path)).get(""), 404, "NOT_FOUND");
  }

  @ParameterizedTest
  @ValueSource(strings = {"WEB-INF/web.xml", "WEB-INF/", "META-INF/MANIFEST.MF"})
  void contentOfTheArchiveIsNotServed(String path) {
    RestClient.at(URI.create(TestServer.rootUri() + path)).get("").expect(404);
  }

  @Test
  void pathInAnotherEncodingIsRefused() {
    Refusals.require(
        admin.get("/domains/" + fixture.domain() + "/mailboxes/%FF"), 400, "VALIDATION_FAILED");
  }

  @Test
  void requestThatIsNotHttpEndsTheConnectionWithoutWords() {
    for (String request :
        new String[] {
          "GET /restante/v1/whoami HTTP/9.9\r\n\r\n",
          "GET /restante/v1/domains/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
          "GET /restante/v1/whoami HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n",
          "\0\1\2\3\r\n\r\n"
        }) {
      try (RawHttp connection = RawHttp.connect(TestServer.rootUri())) {
        connection.send(request).endOutput();
        assertThat(connection.readAll())
            .doesNotContainIgnoringCase("undertow", "wildfly", "jboss", "exception")
            .doesNotContain("HTTP/1.1 5", "HTTP/1.1 200");
      }
    }
    admin.get("/whoami").expect(200);
  }

  @Test
  void answersDoNotSayWhatTheServerIs() {
    Reply reply = admin.get("/whoami").expect(200);

    assertThat(reply.headers().map()).doesNotContainKeys("server", "x-powered-by");
    Refusals.requireAsciiHeaders(reply);
  }
}
