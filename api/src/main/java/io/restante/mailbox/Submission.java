package io.restante.mailbox;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.util.Objects;

/**
 * An envelope to hold.
 *
 * @param mailbox the recipient
 * @param messageId the sender's own id of it; with the sender it is the envelope's identity
 * @param body the opaque body, which Restante never reads; not copied, so leave it alone afterwards
 * @param protocolVersion the version of what is inside, one that the instance allows
 * @param contentType at most 128 visible ASCII characters, or null
 * @param ttlSeconds how long to hold it, or null for the mailbox's default; at least the instance's
 *     minimum (60 unless configured), cut at its maximum; refused by a mailbox that holds until
 *     finalized
 * @param acknowledgeTo the name of a mailbox in the same domain, which the sender receives from and
 *     where it wants to be told that the envelope was finalized, or null; refused by a mailbox that
 *     sends no acknowledgements
 */
public record Submission(
    MailboxAddress mailbox,
    String messageId,
    byte[] body,
    int protocolVersion,
    String contentType,
    Long ttlSeconds,
    String acknowledgeTo) {
  public static final int DEFAULT_PROTOCOL_VERSION = 1;
  private static final int MAX_CONTENT_TYPE = 128;

  public Submission {
    Objects.requireNonNull(mailbox);
    Identifiers.require("messageId", messageId);
    if (body == null) {
      throw new ValidationFailedException("body", "must be present, standard padded base64");
    }
    if (contentType != null && !isVisibleAscii(contentType)) {
      throw new ValidationFailedException(
          "contentType", "must be 1 to " + MAX_CONTENT_TYPE + " visible ASCII characters");
    }
    if (ttlSeconds != null && ttlSeconds < 1) {
      throw new ValidationFailedException("ttlSeconds", "must be a positive number of seconds");
    }
    if (acknowledgeTo != null) {
      Identifiers.require("acknowledgeTo", acknowledgeTo);
    }
  }

  /** With the defaults: held as long as the mailbox's default, and not acknowledged. */
  public static Submission of(MailboxAddress mailbox, String messageId, byte[] body) {
    return new Submission(mailbox, messageId, body, DEFAULT_PROTOCOL_VERSION, null, null, null);
  }

  /** The same, to be acknowledged to a mailbox of the sender. */
  public Submission acknowledgedTo(String ownMailbox) {
    return new Submission(
        mailbox, messageId, body, protocolVersion, contentType, ttlSeconds, ownMailbox);
  }

  private static boolean isVisibleAscii(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_CONTENT_TYPE
        && text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
