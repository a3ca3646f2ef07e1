package io.restante.mailbox;

import io.restante.idempotency.Answer;
import io.restante.idempotency.IdempotencyKey;

/** The key of a request that wants its answer kept, and how that answer is written. */
public record Keep<T>(IdempotencyKey key, Answer.Renderer<T> renderer) {
  MailboxCommand.Keeping<T> keeping(String resource, boolean sealed) {
    return new MailboxCommand.Keeping<>(key, renderer, resource, sealed);
  }
}
