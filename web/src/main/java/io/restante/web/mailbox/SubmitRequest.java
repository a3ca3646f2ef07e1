package io.restante.web.mailbox;

import io.restante.error.ValidationFailedException;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.Submission;
import java.util.Base64;

/**
 * An envelope to submit.
 *
 * @param mailbox on the batch route only: there the path names none
 * @param body standard, padded base64
 * @param acknowledgeTo a mailbox of the same domain that the sender receives from
 */
public record SubmitRequest(
    String mailbox,
    String messageId,
    String body,
    Integer protocolVersion,
    String contentType,
    Long ttlSeconds,
    String acknowledgeTo) {
  /** The path names the mailbox; a second name could only contradict it. */
  static void requireNoMailbox(SubmitRequest request) {
    if (request.mailbox() != null) {
      throw new ValidationFailedException("mailbox", "is not a known field");
    }
  }

  Submission toSubmission(MailboxAddress address) {
    return new Submission(
        address,
        messageId,
        decode(body),
        protocolVersion == null ? Submission.DEFAULT_PROTOCOL_VERSION : protocolVersion,
        contentType,
        ttlSeconds,
        acknowledgeTo);
  }

  private static byte[] decode(String base64) {
    if (base64 == null) {
      return null;
    }
    try {
      if (base64.length() % 4 == 0) {
        return Base64.getDecoder().decode(base64);
      }
    } catch (IllegalArgumentException notBase64) {
      // said below, without repeating what was sent
    }
    throw new ValidationFailedException("body", "must be standard padded base64");
  }
}
