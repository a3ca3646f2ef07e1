package io.restante.test.queue;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A queue as one caller uses it over REST. Immutable. */
public final class RestQueue {

  private final RestClient caller;
  private final String domain;
  private final String name;

  private RestQueue(RestClient caller, String domain, String name) {
    this.caller = caller;
    this.domain = domain;
    this.name = name;
  }

  /** A new queue of the domain with this policy, the rest default, used as the administrator. */
  public static RestQueue in(MailboxFixture domain, Map<String, ?> policy) {
    RestQueue queue = named(domain, MailboxFixture.unique("queue"));
    queue.put(policy).expect(201);
    return queue;
  }

  /** A queue by its name, whether it exists or not, used as the administrator. */
  public static RestQueue named(MailboxFixture domain, String name) {
    return new RestQueue(domain.admin(), domain.domain(), name);
  }

  /** The same queue, used by another caller. */
  public RestQueue as(RestClient other) {
    return new RestQueue(other, domain, name);
  }

  /** The same queue, used by a principal. */
  public RestQueue as(TestPrincipal principal) {
    return as(principal.client());
  }

  public String domain() {
    return domain;
  }

  public String name() {
    return name;
  }

  /** {@code /domains/…/queues/…} */
  public String path() {
    return "/domains/" + domain + "/queues/" + name;
  }

  public RestClient caller() {
    return caller;
  }

  /** Makes or changes it. */
  public Reply put(Map<String, ?> policy) {
    return caller.put(path(), policy);
  }

  /** Its policy and counters. */
  public Reply get() {
    return caller.get(path());
  }

  /** A counter as the queue's answer shows it. */
  public long counter(String field) {
    return get().expect(200).json().path(field).asLong(-1);
  }

  /** Sends a message with a small payload. */
  public Reply enqueue(String messageId) {
    return enqueue(messageId, Map.of());
  }

  /** The same with more fields. */
  public Reply enqueue(String messageId, Map<String, ?> fields) {
    return caller.post(path() + "/messages", message(messageId, fields));
  }

  /** Sends a message of an ordering key. */
  public Reply enqueueOrdered(String messageId, String orderingKey) {
    return enqueue(messageId, Map.of("orderingKey", orderingKey));
  }

  /** The body of a message to be sent. */
  public static Map<String, Object> message(String messageId, Map<String, ?> fields) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("messageId", messageId);
    body.put("payload", Map.of("of", messageId));
    body.putAll(fields);
    return body;
  }

  /** Sends messages with small payloads, 100 at once. */
  public void enqueueAll(List<String> messageIds) {
    for (int from = 0; from < messageIds.size(); from += 100) {
      List<Map<String, Object>> items = new ArrayList<>();
      for (String id : messageIds.subList(from, Math.min(messageIds.size(), from + 100))) {
        items.add(message(id, Map.of("queue", name)));
      }
      JsonNode answers =
          caller
              .post("/domains/" + domain + "/messages", Map.of("items", items))
              .expect(200)
              .json()
              .path("items");
      answers.forEach(
          answer -> {
            if (answer.path("status").asInt() != 201) {
              throw new AssertionError("Not sent: " + answer);
            }
          });
    }
  }

  /** Leases one message for 30 seconds, or none. */
  public Reply receive() {
    return receive(Map.of());
  }

  /** Leases messages. */
  public Reply receive(Map<String, ?> fields) {
    return caller.post(path() + "/receive", fields);
  }

  /** The same, without waiting for the answer. */
  public CompletableFuture<Reply> receiveAsync(Map<String, ?> fields) {
    return caller.sendAsync("POST", path() + "/receive", fields);
  }

  /** The deliveries of an answer. */
  public static List<Given> deliveries(Reply reply) {
    List<Given> given = new ArrayList<>();
    reply.expect(200).json().path("deliveries").forEach(json -> given.add(Given.of(json)));
    return given;
  }

  /** Leases one message that must be there. */
  public Given take() {
    return take(Map.of());
  }

  /** The same with more fields. */
  public Given take(Map<String, ?> fields) {
    Reply reply = receive(fields);
    List<Given> given = deliveries(reply);
    if (given.size() != 1) {
      throw new AssertionError("Expected one delivery but " + reply);
    }
    return given.get(0);
  }

  /** Settles deliveries: {@code ack}, {@code nack}, {@code renew} or {@code release}. */
  public Reply settle(String how, Given... deliveries) {
    return settle(how, Arrays.stream(deliveries).map(Given::token).toList(), Map.of());
  }

  /** The same with more fields for each. */
  public Reply settle(String how, List<String> tokens, Map<String, ?> fields) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (String token : tokens) {
      Map<String, Object> item = new LinkedHashMap<>(fields);
      item.put("token", token);
      items.add(item);
    }
    return caller.post(path() + "/deliveries/" + how, Map.of("items", items));
  }

  /** What became of one delivery that is settled: a state or an error code. */
  public String result(String how, Given delivery) {
    return results(settle(how, delivery)).get(0);
  }

  /** The results of an answer. */
  public static List<String> results(Reply reply) {
    List<String> results = new ArrayList<>();
    reply.expect(200).json().path("items").forEach(i -> results.add(i.path("result").asText()));
    return results;
  }

  /** Shows a message. */
  public Reply inspect(String messageId) {
    return caller.get(path() + "/messages/" + messageId);
  }

  /** The state of a message. */
  public String state(String messageId) {
    return inspect(messageId).expect(200).text("state");
  }

  /** Redrives, cancels or parks a message as it is now. */
  public Reply act(String what, String messageId) {
    Reply now = inspect(messageId).expect(200);
    return caller.post(
        path() + "/messages/" + messageId + "/" + what,
        Map.of(
            "expectedStateVersion", now.json().path("stateVersion").asLong(),
            "expectedGeneration", now.json().path("generation").asInt()));
  }

  /** A delivery as its consumer got it. */
  public record Given(
      String messageId,
      JsonNode payload,
      String token,
      long fence,
      int attempt,
      String leaseUntil,
      int generation) {
    static Given of(JsonNode json) {
      return new Given(
          json.path("messageId").asText(),
          json.path("payload"),
          json.path("token").asText(),
          json.path("fence").asLong(),
          json.path("attempt").asInt(),
          json.path("leaseUntil").asText(),
          json.path("generation").asInt());
    }
  }
}
