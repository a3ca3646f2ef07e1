package io.restante.mailbox;

import io.restante.config.ConfigurationException;
import io.restante.config.Settings;
import io.restante.error.ValidationFailedException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the instance allows all mailboxes.
 *
 * @param minTtl the shortest life that a sender may ask for; {@code restante.mailbox.ttl.minimum},
 *     1 s to 1 d
 * @param maxTtl the longest life of a TIMED envelope; {@code restante.mailbox.ttl.maximum}, 1 d to
 *     30 d
 * @param protocolVersions the versions that a submit may name; {@code
 *     restante.mailbox.protocol-versions}, comma separated
 * @param fullRetryAfter what a sender is told when a mailbox is full, always the same; {@code
 *     restante.mailbox.full.retry-after}
 * @param tombstoneMaxAge how long a tombstone is kept; {@code restante.mailbox.tombstone.max-age},
 *     or {@code never} for no pruning
 */
record MailboxConfig(
    Duration minTtl,
    Duration maxTtl,
    Set<Integer> protocolVersions,
    Duration fullRetryAfter,
    Optional<Duration> tombstoneMaxAge) {
  private static final String VERSIONS = "restante.mailbox.protocol-versions";
  private static final String TOMBSTONES = "restante.mailbox.tombstone.max-age";

  static MailboxConfig read(Settings settings) {
    return new MailboxConfig(
        settings.duration(
            "restante.mailbox.ttl.minimum",
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofDays(1)),
        settings.duration(
            "restante.mailbox.ttl.maximum",
            Duration.ofDays(30),
            Duration.ofDays(1),
            Duration.ofDays(30)),
        versions(settings.text(VERSIONS).orElse("1")),
        settings.duration(
            "restante.mailbox.full.retry-after",
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofHours(1)),
        settings.text(TOMBSTONES).filter("never"::equals).isPresent()
            ? Optional.empty()
            : Optional.of(
                settings.duration(
                    TOMBSTONES,
                    Duration.ofDays(30),
                    Duration.ofSeconds(1),
                    Duration.ofDays(3650))));
  }

  /**
   * @throws ValidationFailedException if the instance takes no such envelope in any mailbox
   */
  void requireAllowed(Submission submission) {
    if (!protocolVersions.contains(submission.protocolVersion())) {
      throw new ValidationFailedException(
          "protocolVersion", "must be one of " + new TreeSet<>(protocolVersions));
    }
    if (submission.ttlSeconds() != null && submission.ttlSeconds() < minTtl.toSeconds()) {
      throw new ValidationFailedException("ttlSeconds", "must be at least " + minTtl.toSeconds());
    }
  }

  /** The settings, with a default life that is no longer than the longest one. */
  MailboxSettings within(MailboxSettings settings) {
    Long ttl = settings.defaultTtlSeconds();
    return new MailboxSettings(
        settings.retention(),
        ttl == null ? null : Math.min(ttl, maxTtl.toSeconds()),
        settings.maxPendingCount(),
        settings.maxPendingBytes(),
        settings.maxEnvelopeBytes(),
        settings.acknowledgements(),
        settings.sealed());
  }

  /**
   * @throws ValidationFailedException if a mailbox may not have such settings here
   */
  void requireAllowed(MailboxSettings settings) {
    Long ttl = settings.defaultTtlSeconds();
    if (ttl != null && (ttl < minTtl.toSeconds() || ttl > maxTtl.toSeconds())) {
      throw new ValidationFailedException(
          "defaultTtlSeconds", "must be " + minTtl.toSeconds() + " to " + maxTtl.toSeconds());
    }
  }

  private static Set<Integer> versions(String text) {
    try {
      return Arrays.stream(text.split(","))
          .map(String::strip)
          .map(Integer::valueOf)
          .collect(Collectors.toUnmodifiableSet());
    } catch (NumberFormatException e) {
      throw new ConfigurationException(VERSIONS, text, "whole numbers with commas between", e);
    }
  }

  /** Reads the settings. */
  @ApplicationScoped
  static class Reader {
    @Produces
    MailboxConfig read(Settings settings) {
      return MailboxConfig.read(settings);
    }
  }
}
