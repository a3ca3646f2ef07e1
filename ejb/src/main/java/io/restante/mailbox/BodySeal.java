package io.restante.mailbox;

import io.restante.keys.Keys;
import io.restante.keys.MissingKeyException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * Seals bodies for the envelope that they belong to, and opens them: a body that lies in another
 * mailbox or under another identity does not open there. Takes no lock and no connection.
 */
@ApplicationScoped
class BodySeal {
  private Keys keys;

  /** For the container. */
  protected BodySeal() {}

  @Inject
  BodySeal(Keys keys) {
    this.keys = keys;
  }

  /**
   * A body as it is to be stored.
   *
   * @param sealed whether it is to be sealed, with the present key
   */
  StoredBody store(String sender, Submission submission, boolean sealed) {
    byte[] digest = EnvelopeDraft.digest(submission.body());
    return sealed
        ? seal(submission.mailbox(), sender, submission.messageId(), submission.body(), digest)
        : StoredBody.clear(submission.body(), digest);
  }

  /**
   * The body as it was handed in, or nothing: its row names another key than it was sealed with, it
   * was changed, or it belongs to another envelope.
   *
   * @throws MissingKeyException if this node does not have its key
   */
  Optional<byte[]> open(StoredEnvelope envelope) {
    Optional<byte[]> clear =
        envelope.sealingKey() == null ? Optional.of(envelope.body()) : unseal(envelope);
    return clear.filter(
        body -> MessageDigest.isEqual(EnvelopeDraft.digest(body), envelope.digest()));
  }

  /** The same body sealed with the present key, or nothing if it does not open. */
  Optional<StoredBody> sealAnew(StoredEnvelope envelope) {
    return open(envelope)
        .map(
            body ->
                seal(
                    envelope.address(),
                    envelope.sender(),
                    envelope.messageId(),
                    body,
                    envelope.digest()));
  }

  private StoredBody seal(
      MailboxAddress mailbox, String sender, String messageId, byte[] body, byte[] digest) {
    byte[] bytes = keys.seal(body, purpose(mailbox, sender, messageId));
    return new StoredBody(bytes, Keys.sealingKey(bytes).orElseThrow(), digest, body.length);
  }

  private Optional<byte[]> unseal(StoredEnvelope envelope) {
    return keys.open(
        envelope.body(),
        envelope.sealingKey(),
        purpose(envelope.address(), envelope.sender(), envelope.messageId()));
  }

  /** Each part with its length before it, so that no two envelopes have the same. */
  private static String purpose(MailboxAddress mailbox, String sender, String messageId) {
    StringBuilder purpose = new StringBuilder("envelope ");
    for (String part : new String[] {mailbox.domain(), mailbox.mailbox(), sender, messageId}) {
      purpose.append(part.length()).append(':').append(part);
    }
    return purpose.toString();
  }
}
