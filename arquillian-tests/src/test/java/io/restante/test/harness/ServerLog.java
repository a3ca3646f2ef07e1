package io.restante.test.harness;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What a node's log says from a moment on. */
public final class ServerLog {

  private final File log;
  private final long from;
  private final long begin = System.nanoTime();

  private ServerLog(File log) {
    this.log = log;
    this.from = log.length();
  }

  /** The log of the first node. */
  public static ServerLog fromNow(OwnServer own) {
    return fromNow(own, 0);
  }

  public static ServerLog fromNow(OwnServer own, int node) {
    return new ServerLog(own.node(node).serverLog().toFile());
  }

  /** How long ago that moment is. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  public List<String> lines() {
    try (RandomAccessFile file = new RandomAccessFile(log, "r")) {
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
