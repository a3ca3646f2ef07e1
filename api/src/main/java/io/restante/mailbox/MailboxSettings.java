package io.restante.mailbox;

import io.restante.error.ValidationFailedException;
import java.util.Objects;

/**
 * What a mailbox allows.
 *
 * @param retention how envelopes leave; fixed once envelopes exist
 * @param defaultTtlSeconds the life of an envelope whose sender asks for none; null with {@link
 *     Retention#UNTIL_FINALIZED}. The instance's minimum and maximum bound it as well.
 * @param maxPendingCount envelopes held at once, 1 to 10,000,000
 * @param maxPendingBytes bytes of bodies held at once, 1 KiB to 1 TiB
 * @param maxEnvelopeBytes bytes of one body, 1 to 4 MiB
 * @param acknowledgements what senders may learn
 * @param sealed whether Restante encrypts the bodies that it stores; counts for new envelopes
 */
public record MailboxSettings(
    Retention retention,
    Long defaultTtlSeconds,
    long maxPendingCount,
    long maxPendingBytes,
    int maxEnvelopeBytes,
    Acknowledgements acknowledgements,
    boolean sealed) {
  public static final long DEFAULT_TTL_SECONDS = 604_800;
  public static final int MAX_ENVELOPE_BYTES = 4 << 20;
  private static final long KIB = 1L << 10;
  private static final long TIB = 1L << 40;

  public MailboxSettings {
    Objects.requireNonNull(retention);
    Objects.requireNonNull(acknowledgements);
    if (retention == Retention.TIMED && defaultTtlSeconds == null) {
      defaultTtlSeconds = DEFAULT_TTL_SECONDS;
    }
    if (retention == Retention.UNTIL_FINALIZED && defaultTtlSeconds != null) {
      throw new ValidationFailedException(
          "defaultTtlSeconds", "must be absent with retention UNTIL_FINALIZED");
    }
    require("maxPendingCount", maxPendingCount, 1, 10_000_000);
    require("maxPendingBytes", maxPendingBytes, KIB, TIB);
    require("maxEnvelopeBytes", maxEnvelopeBytes, 1, MAX_ENVELOPE_BYTES);
  }

  /** A TIMED mailbox with the defaults of requirement 002. */
  public static MailboxSettings defaults() {
    return new MailboxSettings(
        Retention.TIMED,
        DEFAULT_TTL_SECONDS,
        1_000,
        64L << 20,
        256 << 10,
        Acknowledgements.NONE,
        true);
  }

  private static void require(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw new ValidationFailedException(field, "must be " + min + " to " + max);
    }
  }
}
