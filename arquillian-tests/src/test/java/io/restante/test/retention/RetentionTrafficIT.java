package io.restante.test.retention;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.request.Rows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A run while others submit and acknowledge, and while envelopes expire. */
@Isolated
class RetentionTrafficIT {

  private static final int OLD = 1_500;

  /** Acknowledged meanwhile; the rest is for the change to remove. */
  private static final int TAKEN = 1_400;

  private static final int EXPIRING = 100;
  private static final int YOUNG = 300;
  private static final int NEW = 200;

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void previewIsWhatWasRemovedAndWhatWasGoneMeanwhile() {
    MailboxFixture fixture = MailboxFixture.newDomain();
    Changes changes = new Changes(fixture.admin());
    RestMailbox mailbox = fixture.mailbox(Map.of("maxPendingCount", 10_000));
    List<String> old = Changes.submit(mailbox, "old", OLD, Map.of());
    Changes.submit(mailbox, "expiring", EXPIRING, Map.of("ttlSeconds", 7_260));
    TestServer.advanceClock(Duration.ofHours(2));
    Changes.submit(mailbox, "young", YOUNG, Map.of());
    JsonNode preview = changes.preview(fixture.domain(), "*", 3_600);
    assertThat(count(preview, "remove")).isEqualTo(OLD + EXPIRING);
    assertThat(count(preview, "shorten")).isEqualTo(YOUNG);
    TestServer.advanceClock(Duration.ofMinutes(2));

    String admin = fixture.admin().get("/whoami").text("principalId");
    CountDownLatch traffic = new CountDownLatch(2);
    List<Long> results =
        Together.call(
            List.of(
                () -> acknowledge(mailbox, admin, old.subList(0, TAKEN / 2), traffic),
                () -> acknowledge(mailbox, admin, old.subList(TAKEN / 2, TAKEN), traffic),
                () -> (long) Changes.submit(mailbox, "new", NEW, Map.of()).size(),
                () -> apply(changes, preview, traffic)));
    JsonNode end = changes.awaitEnd(preview);

    long committed = results.get(0) + results.get(1);
    assertThat(committed).isPositive();
    assertThat(count(end, "removed")).isPositive();
    assertThat(count(end, "removed") + committed + EXPIRING).isEqualTo(count(end, "remove"));
    assertThat(count(end.path("goneMeanwhile"), "remove")).isEqualTo(committed + EXPIRING);
    assertThat(count(end, "shortened")).isEqualTo(YOUNG);
    assertThat(mailbox.count()).isEqualTo(YOUNG + NEW);
    assertThat(
            Rows.count(
                "SELECT count(*) FROM envelope e JOIN mailbox m ON m.id = e.mailbox_id"
                    + " JOIN domain d ON d.id = m.domain_id WHERE d.name = ? AND e.message_id LIKE"
                    + " 'new-%' AND e.expires_at = e.accepted_at + INTERVAL 7 DAY",
                fixture.domain()))
        .isEqualTo(NEW);
    JsonNode check =
        fixture.admin().post("/admin/check", Map.of("domain", fixture.domain())).json();
    assertThat(check.path("checked").asInt()).isEqualTo(1);
    assertThat(check.path("drifted")).isEmpty();
  }

  private static long apply(Changes changes, JsonNode preview, CountDownLatch traffic)
      throws InterruptedException {
    assertThat(traffic.await(60, TimeUnit.SECONDS)).isTrue();
    changes.apply(preview).expect(202);
    return 0;
  }

  /** Acknowledges ten after ten, and counts what it committed. */
  private static long acknowledge(
      RestMailbox mailbox, String sender, List<String> ids, CountDownLatch traffic) {
    long committed = 0;
    for (int from = 0; from < ids.size(); from += 10) {
      committed +=
          mailbox.acknowledge(sender, ids.subList(from, from + 10).toArray(String[]::new)).stream()
              .filter("COMMITTED"::equals)
              .count();
      traffic.countDown();
    }
    return committed;
  }

  private static long count(JsonNode change, String what) {
    return change.path(what).path("count").asLong(-1);
  }
}
