package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of each ordering key only the oldest unresolved message is handed out; other keys go on. */
class StrictOrderIT {

  private static MailboxFixture domain;

  private RestQueue queue;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @BeforeEach
  void makeQueue() {
    queue = queue(Map.of());
  }

  @AfterEach
  void requireRightBooks() throws SQLException {
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void onlyTheHeadOfAKeyIsHandedOutAndOtherKeysGoOn() {
    send("a1", "a", "a2", "a", "b1", "b", "a3", "a", "b2", "b");

    assertThat(ids(10)).containsExactly("a1", "b1");
    assertThat(ids(10)).isEmpty();
  }

  @Test
  void acknowledgedHeadFreesTheNextAtItsPlace() {
    send("a1", "a", "a2", "a", "b1", "b");
    Given head = queue.take();

    assertThat(queue.result("ack", head)).isEqualTo("ACKED");

    assertThat(ids(10)).containsExactly("a2", "b1");
  }

  @Test
  void renewedHeadStillBlocksAndSoDoesOneThatIsSentMeanwhile() {
    send("a1", "a");
    Given head = queue.take();
    assertThat(queue.result("renew", head)).isEqualTo("LEASED");

    send("a2", "a");

    assertThat(ids(10)).isEmpty();
    assertThat(queue.result("ack", head)).isEqualTo("ACKED");
    assertThat(ids(10)).containsExactly("a2");
  }

  @Test
  void twoReceivesAtOnceGetNoTwoMessagesOfAKey() {
    for (int round = 0; round < 20; round++) {
      String key = "k" + round;
      send(key + "-1", key, key + "-2", key, key + "-3", key);
      List<List<String>> got = Together.call(4, i -> ids(10));
      assertThat(got.stream().flatMap(List::stream)).containsExactly(key + "-1");
    }
  }

  @Test
  void headThatIsTriedLaterBlocksItsKeyOnly() {
    queue = queue(Map.of("retryBaseMillis", 60_000));
    send("a1", "a", "a2", "a", "b1", "b");
    Given head = queue.take();

    assertThat(queue.result("nack", head)).isEqualTo("SCHEDULED");

    assertThat(ids(10)).containsExactly("b1");
    assertThat(queue.state("a1")).isEqualTo("SCHEDULED");
  }

  @Test
  void releasedHeadIsHandedOutAgainBeforeTheNext() {
    send("a1", "a", "a2", "a");
    Given head = queue.take();

    assertThat(queue.result("release", head)).isEqualTo("READY");

    Given again = queue.take();
    assertThat(again.messageId()).isEqualTo("a1");
    assertThat(again.attempt()).isEqualTo(1);
  }

  @Test
  void parkedHeadFreesItsKeyWhereItContinues() {
    queue = queue(Map.of("maxAttempts", 1));
    send("a1", "a", "a2", "a");

    assertThat(queue.result("nack", queue.take())).isEqualTo("DEAD_LETTERED");

    assertThat(ids(10)).containsExactly("a2");
  }

  @Test
  void parkedHeadHoldsItsKeyWhereItBlocksUntilItIsCancelled() {
    queue = queue(Map.of("maxAttempts", 1, "parkedHead", "BLOCK"));
    send("a1", "a", "a2", "a", "b1", "b");
    assertThat(queue.result("nack", queue.take())).isEqualTo("DEAD_LETTERED");
    assertThat(ids(10)).containsExactly("b1");

    queue.act("cancel", "a1").expect(200);

    assertThat(ids(10)).containsExactly("a2");
  }

  @Test
  void redrivenMessageJoinsTheTailOfItsKey() {
    queue = queue(Map.of("maxAttempts", 1, "parkedHead", "BLOCK"));
    send("a1", "a", "a2", "a");
    assertThat(queue.result("nack", queue.take())).isEqualTo("DEAD_LETTERED");

    queue.act("redrive", "a1").expect(200);

    Given next = queue.take();
    assertThat(next.messageId()).isEqualTo("a2");
    assertThat(ids(10)).isEmpty();
    queue.result("ack", next);
    Given last = queue.take();
    assertThat(last.messageId()).isEqualTo("a1");
    assertThat(last.generation()).isEqualTo(2);
  }

  @Test
  void cancelledHeadFreesItsKey() {
    send("a1", "a", "a2", "a");
    queue.act("cancel", "a1").expect(200);
    assertThat(ids(10)).containsExactly("a2");
  }

  @Test
  void keyIsRequiredAndInOtherQueuesRefused() {
    assertThat(queue.enqueue("m").expect(400).text("detail")).contains("orderingKey");
    RestQueue competing = RestQueue.in(domain, Map.of());
    assertThat(competing.enqueueOrdered("m", "a").expect(400).text("detail"))
        .contains("orderingKey");
  }

  @Test
  void orderCannotBeChangedWhileAnythingIsStored() {
    send("a1", "a");
    queue.put(Map.of("parkedHead", "BLOCK")).expect(409);
    queue.result("ack", queue.take());
    queue.put(Map.of("parkedHead", "BLOCK")).expect(200);
  }

  private static RestQueue queue(Map<String, ?> policy) {
    Map<String, Object> strict = new HashMap<>(policy);
    strict.put("ordering", "STRICT_PER_KEY");
    return RestQueue.in(domain, strict);
  }

  /** Sends messages: id and key, id and key. */
  private void send(String... idsAndKeys) {
    for (int i = 0; i < idsAndKeys.length; i += 2) {
      queue.enqueueOrdered(idsAndKeys[i], idsAndKeys[i + 1]).expect(201);
    }
  }

  private List<String> ids(int most) {
    return RestQueue.deliveries(queue.receive(Map.of("maxMessages", most))).stream()
        .map(Given::messageId)
        .toList();
  }
}
