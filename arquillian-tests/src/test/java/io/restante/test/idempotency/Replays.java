package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.request.Refusals;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** First answers and replays of them. */
final class Replays {

  private static final String REPLAYED = "Idempotency-Replayed";

  private Replays() {}

  /** Fails if the answer is a replay. */
  static Reply requireFirst(Reply reply) {
    assertThat(reply.header(REPLAYED)).as(reply.toString()).isEmpty();
    return reply;
  }

  /** Fails unless the answer is the first one again: same status and body, and says so. */
  static Reply requireReplay(Reply reply, Reply first) {
    assertThat(reply.header(REPLAYED)).as(reply.toString()).hasValue("true");
    assertThat(reply.status()).as(reply.toString()).isEqualTo(first.status());
    assertThat(reply.text()).isEqualTo(first.text());
    assertThat(reply.header("Content-Type")).isEqualTo(first.header("Content-Type"));
    return reply;
  }

  /** Sends one request many times at once, by callers in turn. */
  static List<Reply> atOnce(
      int times, List<RestClient> callers, String method, String path, Object body) {
    List<CompletableFuture<Reply>> sent =
        IntStream.range(0, times)
            .mapToObj(i -> callers.get(i % callers.size()).sendAsync(method, path, body))
            .toList();
    return sent.stream().map(CompletableFuture::join).toList();
  }

  /**
   * Fails unless one of the answers is the first, and every other one is the same or says that the
   * first request is still running; returns the first.
   */
  static Reply requireOneEffect(List<Reply> replies) {
    List<Reply> decided = replies.stream().filter(reply -> reply.status() < 300).toList();
    List<Reply> first = decided.stream().filter(reply -> reply.header(REPLAYED).isEmpty()).toList();
    assertThat(first).as("answers that are no replay, of " + replies).hasSize(1);
    for (Reply reply : replies) {
      if (reply.status() >= 300) {
        Refusals.require(reply, 409, "IDEMPOTENCY_IN_PROGRESS");
      } else if (reply != first.get(0)) {
        requireReplay(reply, first.get(0));
      }
    }
    return first.get(0);
  }
}
