package io.restante.access;

import io.restante.error.ValidationFailedException;
import java.util.Arrays;

/** What a grant allows on the resources that its pattern names. */
public enum Capability {
  /**
   * Everything with the resources that the grant names; where it names all of all domains, also
   * principals, domains, audit.
   */
  ADMIN("admin"),
  MAILBOX_SUBMIT("mailbox:submit"),
  MAILBOX_RECEIVE("mailbox:receive"),
  MAILBOX_MANAGE("mailbox:manage"),
  QUEUE_ENQUEUE("queue:enqueue"),
  QUEUE_CONSUME("queue:consume"),
  QUEUE_INSPECT("queue:inspect"),
  QUEUE_CANCEL("queue:cancel"),
  QUEUE_MANAGE("queue:manage"),
  DEADLETTER_READ("deadletter:read"),
  DEADLETTER_REDRIVE("deadletter:redrive"),
  INBOX_OPERATE("inbox:operate");

  private final String text;

  Capability(String text) {
    this.text = text;
  }

  /** The capability as grants spell it. */
  public String text() {
    return text;
  }

  /**
   * @throws ValidationFailedException if there is no such capability
   */
  public static Capability parse(String field, String text) {
    return Arrays.stream(values())
        .filter(capability -> capability.text.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new ValidationFailedException(
                    field,
                    "must be one of "
                        + String.join(
                            ", ", Arrays.stream(values()).map(Capability::text).toList())));
  }
}
