package io.restante.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.durability.StoredMailbox;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Both nodes write into the same mailboxes at once. */
interface SharedMailboxContract {

  Cluster cluster();

  @Test
  default void submitsAtBothNodesGetSequencesWithoutGapsAndKeepTheirOrder() throws SQLException {
    MailboxFixture domain = cluster().newDomain();
    List<RestMailbox> mailboxes = List.of(domain.mailbox(), domain.mailbox());
    List<TestPrincipal> senders = Stream.generate(domain::sender).limit(2 * Cluster.NODES).toList();
    List<String> ids = IntStream.range(0, 100).mapToObj("message-%03d"::formatted).toList();

    Together.call(
        senders.size(),
        i -> {
          RestClient sender = cluster().client(i % Cluster.NODES, senders.get(i).token());
          ids.forEach(id -> mailboxes.forEach(box -> box.as(sender).submit(id).expect(201)));
          return i;
        });

    for (RestMailbox mailbox : mailboxes) {
      StoredMailbox stored = cluster().stored(mailbox).assertSound();
      senders.forEach(sender -> assertThat(stored.idsOf(sender.id())).isEqualTo(ids));
      assertThat(stored.pendingCount()).isEqualTo((long) senders.size() * ids.size());
    }
  }

  @Test
  default void drainsAtBothNodesTakeEachEnvelopeOnce() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox();
    List<String> ids = IntStream.range(0, 300).mapToObj("message-%03d"::formatted).toList();
    mailbox.submitAll(ids);

    List<List<String>> taken =
        Together.call(
            2 * Cluster.NODES, i -> drainToTheEnd(cluster().at(i % Cluster.NODES, mailbox)));

    assertThat(taken.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(taken).allSatisfy(part -> assertThat(part).isSorted());
    assertThat(cluster().stored(mailbox).assertSound().pendingCount()).isZero();
  }

  @Test
  default void quotaOfEnvelopesHoldsBetweenTheNodes() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox(Map.of("maxPendingCount", 50));

    assertThat(acceptedOf(80, mailbox, 10)).isEqualTo(50);

    assertThat(cluster().stored(mailbox).assertSound().pendingCount()).isEqualTo(50);
  }

  @Test
  default void quotaOfBytesHoldsBetweenTheNodes() throws SQLException {
    RestMailbox mailbox = cluster().newDomain().mailbox(Map.of("maxPendingBytes", 5_099));

    assertThat(acceptedOf(80, mailbox, 100)).isEqualTo(50);

    assertThat(cluster().stored(mailbox).assertSound().pendingBytes()).isEqualTo(5_000);
  }

  /** Submits so many at once, shared by both nodes; all that are not accepted find it full. */
  private long acceptedOf(int envelopes, RestMailbox mailbox, int bytes) {
    Map<Integer, Long> statuses =
        Together.call(
                8,
                thread ->
                    IntStream.range(0, envelopes / 8)
                        .mapToObj(
                            i ->
                                cluster()
                                    .at(thread % Cluster.NODES, mailbox)
                                    .submit("message-" + thread + "-" + i, new byte[bytes]))
                        .toList())
            .stream()
            .flatMap(List::stream)
            .peek(reply -> assertThat(reply.code()).as("%s", reply).isIn("", "MAILBOX_FULL"))
            .collect(Collectors.groupingBy(Reply::status, Collectors.counting()));
    assertThat(statuses.keySet()).containsExactlyInAnyOrder(201, 429);
    return statuses.get(201);
  }

  private static List<String> drainToTheEnd(RestMailbox mailbox) {
    List<String> taken = new ArrayList<>();
    List<String> part = RestMailbox.ids(mailbox.drain(7));
    while (!part.isEmpty()) {
      taken.addAll(part);
      part = RestMailbox.ids(mailbox.drain(7));
    }
    return taken;
  }
}
