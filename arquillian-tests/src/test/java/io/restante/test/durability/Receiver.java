package io.restante.test.durability;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.RestMailbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one mailbox from its beginning by one chain of cursors, which outlives every restart, and
 * finalizes some of what it reads.
 */
final class Receiver implements Worker {

  private static final int PAGE = 20;

  private final RestMailbox mailbox;
  private final PersistentCaller caller;
  private final List<StoredMailbox.Identity> seen = new ArrayList<>();
  private final Map<StoredMailbox.Identity, StoredMailbox.State> finalized = new LinkedHashMap<>();
  private String cursor = "";
  private long lastSequence;
  private boolean atEnd;

  Receiver(RestMailbox mailbox, PersistentCaller caller) {
    this.mailbox = mailbox;
    this.caller = caller;
  }

  @Override
  public void step() {
    String query =
        "limit=" + PAGE + "&waitSeconds=1" + (cursor.isEmpty() ? "" : "&cursor=" + cursor);
    JsonNode page = caller.untilDecided(() -> mailbox.pull(query)).reply().expect(200).json();
    List<StoredMailbox.Identity> toCommit = new ArrayList<>();
    for (JsonNode envelope : page.path("envelopes")) {
      StoredMailbox.Identity identity = see(envelope);
      switch ((int) (lastSequence % 8)) {
        case 0, 1 -> {} // stays
        case 2 -> discard(identity);
        default -> toCommit.add(identity);
      }
    }
    if (!toCommit.isEmpty()) {
      commit(toCommit);
    }
    cursor = page.path("nextCursor").asText();
    atEnd = page.path("envelopes").isEmpty();
  }

  /** Whether the last page was empty. */
  boolean isAtEnd() {
    return atEnd;
  }

  String mailboxName() {
    return mailbox.name();
  }

  /** Everything that was read, in the order in which it was. */
  List<StoredMailbox.Identity> seen() {
    return List.copyOf(seen);
  }

  /** Every finalization that was answered. */
  Map<StoredMailbox.Identity, StoredMailbox.State> finalized() {
    return Map.copyOf(finalized);
  }

  private StoredMailbox.Identity see(JsonNode envelope) {
    String messageId = envelope.path("messageId").asText();
    long sequence = envelope.path("sequence").asLong();
    assertThat(sequence).as("sequence of %s", messageId).isGreaterThan(lastSequence);
    assertThat(body(envelope)).as("body of %s", messageId).isEqualTo(Bodies.of(messageId));
    lastSequence = sequence;
    StoredMailbox.Identity identity =
        new StoredMailbox.Identity(envelope.path("sender").asText(), messageId);
    seen.add(identity);
    return identity;
  }

  private void commit(List<StoredMailbox.Identity> identities) {
    List<Map<String, String>> items =
        identities.stream().map(i -> RestMailbox.identity(i.sender(), i.messageId())).toList();
    PersistentCaller.Decision decision = caller.untilDecided(() -> mailbox.acknowledge(items));
    List<String> results = RestMailbox.results(decision.reply().expect(200));
    assertThat(results).hasSize(items.size());
    assertFinalized(decision, results, "COMMITTED");
    identities.forEach(identity -> finalized.put(identity, StoredMailbox.State.COMMITTED));
  }

  private void discard(StoredMailbox.Identity identity) {
    PersistentCaller.Decision decision =
        caller.untilDecided(
            () -> mailbox.discard(identity.sender(), identity.messageId(), "OTHER"));
    Reply reply = decision.reply().expect(200);
    assertFinalized(decision, List.of(reply.text("status")), "DISCARDED");
    finalized.put(identity, StoredMailbox.State.DISCARDED);
  }

  /** A retry may find that its first attempt was carried out; a first attempt may not. */
  private static void assertFinalized(
      PersistentCaller.Decision decision, List<String> results, String wanted) {
    List<String> allowed =
        decision.isOfRetry() ? List.of(wanted, "ALREADY_" + wanted) : List.of(wanted);
    assertThat(results).as("%s", decision).allMatch(allowed::contains);
    assertThat(results.stream().distinct()).as("one transaction: %s", decision).hasSize(1);
  }

  private static byte[] body(JsonNode envelope) {
    try {
      return envelope.path("body").binaryValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
