package io.restante.test.durability;

import io.restante.test.harness.OwnServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What a node's log says from a moment on. */
final class ServerLog {

  private final OwnServer own;
  private final long from;
  private final long begin = System.nanoTime();

  private ServerLog(OwnServer own) {
    this.own = own;
    this.from = own.node(0).serverLog().toFile().length();
  }

  static ServerLog fromNow(OwnServer own) {
    return new ServerLog(own);
  }

  /** How long ago that moment is. */
  Duration age() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  List<String> lines() {
    try (RandomAccessFile file = new RandomAccessFile(own.node(0).serverLog().toFile(), "r")) {
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
