package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Free ports of the loopback interface. A port is handed out once in the life of this JVM, also
 * before it is bound, and to no other JVM of the same user meanwhile.
 */
public final class Ports {

  /** Below the range from which the system takes ports for outgoing connections. */
  private static final int FIRST = 10_000;

  private static final int LAST = 32_000;
  private static final int ATTEMPTS = 1_000;

  private static final Set<Integer> HANDED_OUT = ConcurrentHashMap.newKeySet();

  /** One byte for each port, locked by the JVM that has it; open until the JVM ends. */
  private static final FileChannel RESERVATIONS = openReservations();

  private Ports() {}

  public static int free() {
    return offsetBetween(FIRST, LAST, 0);
  }

  /**
   * Loopback ports that belong together, all of them free at the offset that is returned, which is
   * at least {@value #FIRST}.
   */
  static int offset(int... ports) {
    return offsetBetween(FIRST, LAST - IntStream.of(ports).max().orElse(0), ports);
  }

  /** An offset from the range at which every one of the ports is free. */
  static int offsetBetween(int first, int last, int... ports) {
    for (int i = 0; i < ATTEMPTS; i++) {
      int offset = ThreadLocalRandom.current().nextInt(first, last + 1);
      if (IntStream.of(ports).allMatch(port -> take(offset + port))) {
        return offset;
      }
    }
    throw new IllegalStateException(
        "Found no free ports at an offset from " + first + " to " + last);
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean take(int port) {
    return isFree(port) && HANDED_OUT.add(port) && reserve(port);
  }

  private static boolean reserve(int port) {
    try {
      return RESERVATIONS.tryLock(port, 1, false) != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileChannel openReservations() {
    Path file =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "restante-ports-" + System.getProperty("user.name") + ".lock");
    try {
      return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
