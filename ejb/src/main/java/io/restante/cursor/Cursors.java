package io.restante.cursor;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.keys.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * Makes and opens cursors. A cursor holds a position and when it was issued, sealed for one
 * resource and one reader, so it works nowhere else; it is good for a day.
 */
@ApplicationScoped
public class Cursors {
  static final Duration LIFETIME = Duration.ofHours(24);
  private static final byte VERSION = 1;
  private static final byte TEXT = 2;
  private static final int BYTES = 1 + Long.BYTES + Long.BYTES;

  private Keys keys;
  private Clock clock;

  /** For the container. */
  protected Cursors() {}

  @Inject
  public Cursors(Keys keys, Clock clock) {
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * @param resource what is read, for instance {@code main/mailboxes/bob}
   * @param reader the principal that reads
   */
  public String seal(String resource, String reader, long position) {
    byte[] plain =
        ByteBuffer.allocate(BYTES).put(VERSION).putLong(clock.millis()).putLong(position).array();
    return keys.sealToText(plain, purpose(resource, reader));
  }

  /**
   * @throws RestanteException CURSOR_INVALID or CURSOR_EXPIRED
   */
  public long open(String resource, String reader, String cursor) {
    ByteBuffer plain =
        open(resource, reader, cursor, bytes -> bytes.length == BYTES && bytes[0] == VERSION);
    return plain.getLong();
  }

  /** The same for a position that is text. */
  public String sealText(String resource, String reader, String position) {
    byte[] text = position.getBytes(StandardCharsets.UTF_8);
    byte[] plain =
        ByteBuffer.allocate(1 + Long.BYTES + text.length)
            .put(TEXT)
            .putLong(clock.millis())
            .put(text)
            .array();
    return keys.sealToText(plain, purpose(resource, reader));
  }

  /**
   * @throws RestanteException CURSOR_INVALID or CURSOR_EXPIRED
   */
  public String openText(String resource, String reader, String cursor) {
    ByteBuffer plain =
        open(resource, reader, cursor, bytes -> bytes.length > Long.BYTES && bytes[0] == TEXT);
    return StandardCharsets.UTF_8.decode(plain).toString();
  }

  /** What is left is the position. */
  private ByteBuffer open(
      String resource, String reader, String cursor, Predicate<byte[]> isOfKind) {
    ByteBuffer plain =
        keys.openText(cursor, purpose(resource, reader))
            .filter(isOfKind)
            .map(ByteBuffer::wrap)
            .orElseThrow(
                () ->
                    new RestanteException(
                        ErrorCode.CURSOR_INVALID, "The cursor is not one of this resource."));
    plain.get();
    Instant issuedAt = Instant.ofEpochMilli(plain.getLong());
    if (issuedAt.plus(LIFETIME).isBefore(clock.instant())) {
      throw new RestanteException(
          ErrorCode.CURSOR_EXPIRED, "The cursor is older than 24 hours; start again without it.");
    }
    return plain;
  }

  private static String purpose(String resource, String reader) {
    return "cursor " + reader + " " + resource;
  }
}
