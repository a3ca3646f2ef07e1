package io.restante.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PurgePieceTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private final QueueUsage usage = new QueueUsage();
  private final List<QueueMessage> messages = new ArrayList<>();

  @Test
  void messageThatBecomesReadyBetweenThePiecesIsMet() {
    for (int i = 0; i < 3 * MessageAdministration.PIECE; i++) {
      Instant notBefore = i % 3 == 0 ? null : T0.plusSeconds(i);
      MessageTerms terms = new MessageTerms("m" + i, 1, null, notBefore, null);
      messages.add(new QueueMessage(terms, QueuePolicy.DEFAULT, usage, T0));
    }
    PurgePiece piece = PurgePiece.FIRST;
    Instant now = T0;
    while (!piece.isLast()) {
      List<QueueMessage> found = page(piece);
      for (QueueMessage message : found) {
        message.cancel(message.stateVersion(), message.generation(), usage, now);
      }
      piece = piece.next(found, T0, found.size());
      now = now.plusSeconds(400);
      for (QueueMessage message : messages) {
        message.pass(QueuePolicy.DEFAULT, usage, new Random(1), now);
      }
    }

    assertThat(usage.isEmpty()).isTrue();
  }

  private List<QueueMessage> page(PurgePiece piece) {
    return messages.stream()
        .filter(message -> message.state() == piece.state())
        .filter(message -> message.sequence() > piece.after())
        .limit(MessageAdministration.PIECE)
        .toList();
  }
}
