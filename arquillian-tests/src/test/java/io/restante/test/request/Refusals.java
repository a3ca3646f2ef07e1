package io.restante.test.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import java.util.ArrayList;
import java.util.List;

/** What every refusal looks like: a problem document of RFC 9457. */
public final class Refusals {

  private Refusals() {}

  /** Fails unless the answer is this refusal, complete and in the right form; returns it. */
  public static Reply require(Reply reply, int status, String code) {
    assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
    assertThat(reply.header("Content-Type"))
        .as(reply.toString())
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    JsonNode problem = reply.json();
    List<String> fields = new ArrayList<>();
    problem.fieldNames().forEachRemaining(fields::add);
    assertThat(fields)
        .as(reply.toString())
        .contains("type", "title", "status", "detail", "code", "retryable", "requestId")
        .isSubsetOf(
            "type",
            "title",
            "status",
            "detail",
            "code",
            "retryable",
            "retryAfterSeconds",
            "requestId");
    assertThat(problem.path("code").asText()).as(reply.toString()).isEqualTo(code);
    assertThat(problem.path("type").asText()).isEqualTo("urn:restante:problem:" + code);
    assertThat(problem.path("title").asText()).isNotBlank();
    assertThat(problem.path("detail").asText()).isNotBlank();
    assertThat(problem.path("status").intValue()).isEqualTo(status);
    assertThat(problem.path("retryable").isBoolean()).isTrue();
    assertThat(problem.path("requestId").asText())
        .isNotBlank()
        .isEqualTo(reply.header("X-Request-Id").orElse("no header X-Request-Id"));
    assertThat(reply.header("Retry-After").orElse(""))
        .isEqualTo(problem.path("retryAfterSeconds").asText());
    return requireAsciiHeaders(reply);
  }

  /** Fails unless it is a 400 whose detail begins with the name of the field. */
  public static Reply requireInvalid(Reply reply, String field) {
    require(reply, 400, "VALIDATION_FAILED");
    assertThat(reply.text("detail")).startsWith(field + " ");
    return reply;
  }

  /** Fails if a header of the answer holds anything but ASCII. */
  public static Reply requireAsciiHeaders(Reply reply) {
    reply
        .headers()
        .map()
        .forEach(
            (name, values) ->
                assertThat(name + values).as("header of " + reply).matches("[\\x20-\\x7e]*"));
    return reply;
  }

  /** The text of the problem without what differs from request to request, byte for byte. */
  public static String withoutRequestId(Reply reply) {
    return reply.text().replace(reply.text("requestId"), "");
  }
}
