package io.restante.test.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.RestMailbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The retention changes of an administrator. */
public record Changes(RestClient admin) {

  private static final String PATH = "/admin/retention-changes";
  private static final int BATCH = 100;

  public Reply request(Map<String, ?> change) {
    return admin.post(PATH, change);
  }

  /** Previews a shorter life for mailboxes of a domain. */
  public JsonNode preview(String domain, String pattern, long ttlSeconds) {
    return request(Map.of("domain", domain, "mailboxPattern", pattern, "ttlSeconds", ttlSeconds))
        .expect(201)
        .json();
  }

  public Reply apply(JsonNode preview) {
    return apply(preview, preview.path("confirmationToken").asText());
  }

  public Reply apply(JsonNode preview, String token) {
    return admin.post(path(preview) + "/apply", Map.of("confirmationToken", token));
  }

  public JsonNode get(JsonNode preview) {
    return admin.get(path(preview)).expect(200).json();
  }

  public Reply page(String query) {
    return admin.get(PATH + "?" + query);
  }

  /** Waits until the run has ended, and returns what it did. */
  public JsonNode awaitEnd(JsonNode preview) {
    Supplier<JsonNode> look = () -> get(preview);
    await()
        .atMost(Duration.ofSeconds(90))
        .until(() -> look.get().path("state").asText().equals("DONE"));
    return look.get();
  }

  /** Submits so many envelopes, each new; its body is as long as its number modulo 10. */
  public static List<String> submit(
      RestMailbox mailbox, String prefix, int number, Map<String, ?> more) {
    List<String> ids = new ArrayList<>();
    for (int from = 0; from < number; from += BATCH) {
      List<Map<String, Object>> items = new ArrayList<>();
      for (int i = from; i < Math.min(number, from + BATCH); i++) {
        Map<String, Object> item = RestMailbox.envelope(prefix + "-" + i, new byte[i % 10], more);
        item.put("mailbox", mailbox.name());
        items.add(item);
        ids.add(prefix + "-" + i);
      }
      Reply reply =
          mailbox
              .caller()
              .post("/domains/" + mailbox.domain() + "/envelopes", Map.of("items", items))
              .expect(200);
      assertThat(reply.json().findValuesAsText("status")).as("%s", reply).containsOnly("201");
    }
    return ids;
  }

  private static String path(JsonNode preview) {
    return PATH + "/" + preview.path("id").asText();
  }
}
