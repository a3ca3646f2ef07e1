package io.restante.test.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dead letters of queues as the console shows them, and begins them anew. */
class DeadMessageIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final BrokerQueue DEAD_LETTERS = new BrokerQueue("restante.dlq.queue");

  private final MailboxFixture domain = MailboxFixture.newDomain();
  private final RestQueue queue = RestQueue.in(domain, Map.of("maxAttempts", 1));
  private final String reference = "domain = '" + domain.domain() + "'";

  @BeforeEach
  void park() {
    queue.enqueue("m1").expect(201);
    queue.settle("nack", List.of(queue.take().token()), Map.of("reason", "NO_STOCK")).expect(200);
    await().atMost(LIMIT).until(() -> DEAD_LETTERS.list(reference).size() == 1);
  }

  @Test
  void referenceSaysWhatWasParkedAndHasNoContent() {
    ModelNode shown = DEAD_LETTERS.list(reference).get(0);

    assertThat(shown.get("kind").asString()).isEqualTo("queue");
    assertThat(shown.get("resource").asString()).isEqualTo("queues/" + queue.name());
    assertThat(shown.get("messageId").asString()).isEqualTo("m1");
    assertThat(shown.get("reason").asString()).isEqualTo("NO_STOCK");
    assertThat(shown.get("attempts").asString()).isEqualTo("1");
    assertThat(shown.get("generation").asString()).isEqualTo("1");
  }

  @Test
  void referenceThatIsMovedBeginsTheMessageAnewOnce() {
    assertThat(DEAD_LETTERS.move(reference, "restante.redrive")).isEqualTo(1);

    RestQueue.Given again = queue.take(Map.of("waitSeconds", 20));
    assertThat(again.generation()).isEqualTo(2);
    assertThat(outcomes()).containsExactly("DONE");
  }

  @Test
  void staleReferenceDoesNothing() {
    queue.act("redrive", "m1").expect(200);
    queue.result("ack", queue.take());

    assertThat(DEAD_LETTERS.move(reference, "restante.redrive")).isEqualTo(1);

    await().atMost(LIMIT).untilAsserted(() -> assertThat(outcomes()).containsExactly("STALE"));
    assertThat(queue.state("m1")).isEqualTo("ACKED");
  }

  private List<String> outcomes() {
    return domain
        .admin()
        .get("/admin/audit?action=dead-letter.redrive&domain=" + domain.domain() + "&limit=100")
        .expect(200)
        .json()
        .findValuesAsText("outcome");
  }
}
