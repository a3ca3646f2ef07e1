package io.restante.test.mailbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A mailbox as one caller uses it over REST. Immutable. */
public final class RestMailbox {

  private final RestClient caller;
  private final String domain;
  private final String name;

  RestMailbox(RestClient caller, String domain, String name) {
    this.caller = caller;
    this.domain = domain;
    this.name = name;
  }

  /** The same mailbox, used by another caller. */
  public RestMailbox as(RestClient other) {
    return new RestMailbox(other, domain, name);
  }

  /** The same mailbox, used by a principal. */
  public RestMailbox as(TestPrincipal principal) {
    return as(principal.client());
  }

  public String domain() {
    return domain;
  }

  public String name() {
    return name;
  }

  /** {@code /domains/…/mailboxes/…} */
  public String path() {
    return "/domains/" + domain + "/mailboxes/" + name;
  }

  public RestClient caller() {
    return caller;
  }

  /** Makes or changes it. */
  public Reply put(Map<String, ?> settings) {
    return caller.put(path(), settings);
  }

  /** Its settings and counters. */
  public Reply get() {
    return caller.get(path());
  }

  public Reply delete(boolean force) {
    return caller.delete(path() + (force ? "?force=true" : ""));
  }

  /** Submits an envelope whose body is its id. */
  public Reply submit(String messageId) {
    return submit(messageId, messageId.getBytes(StandardCharsets.UTF_8));
  }

  public Reply submit(String messageId, byte[] body) {
    return submit(messageId, body, Map.of());
  }

  /** Submits with more fields, such as {@code ttlSeconds}. */
  public Reply submit(String messageId, byte[] body, Map<String, ?> more) {
    return caller.post(path() + "/envelopes", envelope(messageId, body, more));
  }

  /** Submits envelopes whose bodies are their ids, in this order; each must be new. */
  public void submitAll(List<String> messageIds) {
    messageIds.forEach(id -> submit(id).expect(201));
  }

  /** The request body of a submit. */
  public static Map<String, Object> envelope(String messageId, byte[] body, Map<String, ?> more) {
    Map<String, Object> request = new LinkedHashMap<>(more);
    request.put("messageId", messageId);
    request.put("body", Base64.getEncoder().encodeToString(body));
    return request;
  }

  /** Reads a page; the query such as {@code limit=3&after=0}, or empty. */
  public Reply pull(String query) {
    return caller.get(path() + "/envelopes" + (query.isEmpty() ? "" : "?" + query));
  }

  /** Reads by pages of this size to the end, by cursor. */
  public List<JsonNode> pullAll(int limit) {
    List<JsonNode> envelopes = new ArrayList<>();
    JsonNode page = pull("limit=" + limit).expect(200).json();
    page.path("envelopes").forEach(envelopes::add);
    while (page.path("hasMore").asBoolean()) {
      page =
          pull("limit=" + limit + "&cursor=" + page.path("nextCursor").asText()).expect(200).json();
      page.path("envelopes").forEach(envelopes::add);
    }
    return envelopes;
  }

  /** The ids of everything that is pending, in order. */
  public List<String> pendingIds() {
    return pullAll(100).stream().map(envelope -> envelope.path("messageId").asText()).toList();
  }

  public long count() {
    return caller.get(path() + "/envelopes/count").expect(200).json().path("count").asLong();
  }

  /** Names an envelope in an acknowledgement. */
  public static Map<String, String> identity(String sender, String messageId) {
    return Map.of("sender", sender, "messageId", messageId);
  }

  public Reply acknowledge(List<Map<String, String>> identities) {
    return caller.post(path() + "/acknowledgements", Map.of("items", identities));
  }

  /** Acknowledges several of one sender, and returns the results in order. */
  public List<String> acknowledge(String sender, String... messageIds) {
    return results(
        acknowledge(Arrays.stream(messageIds).map(id -> identity(sender, id)).toList())
            .expect(200));
  }

  /** The results of an acknowledgement, in order. */
  public static List<String> results(Reply acknowledgement) {
    List<String> results = new ArrayList<>();
    acknowledgement.json().path("items").forEach(item -> results.add(item.path("result").asText()));
    return results;
  }

  public Reply discard(String sender, String messageId, String reason) {
    return caller.post(
        path() + "/discards", Map.of("sender", sender, "messageId", messageId, "reason", reason));
  }

  public Reply drain(int limit) {
    return caller.send("POST", path() + "/drain?limit=" + limit, null);
  }

  /** Sets the envelope of a sequence aside. */
  public Reply quarantine(long sequence) {
    return caller.send("POST", path() + "/envelopes/" + sequence + "/quarantine", null);
  }

  /** Reads a page of what was set aside; the query such as {@code limit=3}, or empty. */
  public Reply quarantined(String query) {
    return caller.get(path() + "/quarantine" + (query.isEmpty() ? "" : "?" + query));
  }

  /** Brings an envelope back. */
  public Reply release(long sequence) {
    return caller.send("POST", path() + "/quarantine/" + sequence + "/release", null);
  }

  /** Deletes an envelope that was set aside. */
  public Reply drop(long sequence) {
    return caller.delete(path() + "/quarantine/" + sequence);
  }

  /** The ids of a page's or a drain's envelopes, in order. */
  public static List<String> ids(Reply page) {
    List<String> ids = new ArrayList<>();
    page.expect(200).json().path("envelopes").forEach(e -> ids.add(e.path("messageId").asText()));
    return ids;
  }
}
