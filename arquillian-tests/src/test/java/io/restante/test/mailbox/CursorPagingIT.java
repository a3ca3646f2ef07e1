package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Together;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader that pages by cursor while writers commit sees every envelope exactly once. */
class CursorPagingIT {

  private static final int WRITERS = 16;
  private static final int EACH = 20;

  private static MailboxFixture domain;
  private static List<TestPrincipal> writers;
  private static TestPrincipal reader;

  @BeforeAll
  static void makeWriters() {
    domain = MailboxFixture.newDomain();
    writers = Stream.generate(domain::sender).limit(WRITERS).toList();
    reader = domain.receiver();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 100})
  void readerSeesEveryEnvelopeOnceWhileSixteenWritersCommit(int limit) {
    RestMailbox mailbox = domain.mailbox();
    AtomicInteger writing = new AtomicInteger(WRITERS);
    List<Callable<List<JsonNode>>> works = new ArrayList<>();
    for (TestPrincipal writer : writers) {
      works.add(() -> write(mailbox.as(writer), writers.indexOf(writer), writing));
    }
    works.add(() -> readWhile(mailbox.as(reader), limit, writing));

    List<JsonNode> read = Together.call(works).get(WRITERS);

    assertThat(read)
        .extracting(e -> e.path("sequence").asLong())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(read).hasSize(WRITERS * EACH);
    Map<String, Integer> next = new HashMap<>();
    for (JsonNode envelope : read) {
      int place = next.merge(envelope.path("sender").asText(), 1, Integer::sum) - 1;
      assertThat(envelope.path("messageId").asText())
          .as("in the sender's order")
          .isEqualTo("m" + place);
    }
    assertThat(next).hasSize(WRITERS);
  }

  /** Writes alone and in batches, in changing order among the writers. */
  private static List<JsonNode> write(RestMailbox mailbox, int writer, AtomicInteger writing) {
    Random random = new Random(writer);
    try {
      for (int written = 0; written < EACH; ) {
        int some = Math.min(EACH - written, 1 + random.nextInt(4));
        if (some == 1) {
          mailbox.submit("m" + written).expect(201);
        } else {
          submitBatch(mailbox, written, some);
        }
        written += some;
      }
      return List.of();
    } finally {
      writing.decrementAndGet();
    }
  }

  private static void submitBatch(RestMailbox mailbox, int from, int number) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (int i = from; i < from + number; i++) {
      items.add(RestMailbox.envelope("m" + i, new byte[] {1}, Map.of("mailbox", mailbox.name())));
    }
    mailbox
        .caller()
        .post("/domains/" + mailbox.domain() + "/envelopes", Map.of("items", items))
        .expect(200)
        .json()
        .path("items")
        .forEach(item -> assertThat(item.path("status").asInt()).isEqualTo(201));
  }

  /** Goes on by {@code nextCursor}, also from the end, until nobody writes and nothing is left. */
  private static List<JsonNode> readWhile(RestMailbox mailbox, int limit, AtomicInteger writing) {
    List<JsonNode> read = new ArrayList<>();
    String query = "limit=" + limit + "&waitSeconds=1";
    String cursor = "";
    boolean more = true;
    while (more) {
      boolean over = writing.get() == 0;
      JsonNode page = mailbox.pull(query + cursor).expect(200).json();
      assertThat(page.path("envelopes").size()).isLessThanOrEqualTo(limit);
      page.path("envelopes").forEach(read::add);
      cursor = "&cursor=" + page.path("nextCursor").asText();
      more = !over || page.path("hasMore").asBoolean();
    }
    return read;
  }
}
