package io.restante.bench;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Counts the callbacks that it gets. */
final class WakeReceiver implements AutoCloseable {
  private static final int THREADS = 4;
  private static final long QUIET_NANOS = 5_000_000_000L;

  private final AtomicLong calls = new AtomicLong();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final HttpServer server;

  WakeReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            calls.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
          }
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** How many there were, once there was none for five seconds. */
  long awaitQuiet() {
    long seen = calls.get();
    long since = System.nanoTime();
    while (System.nanoTime() - since < QUIET_NANOS) {
      LockSupport.parkNanos(100_000_000L);
      long now = calls.get();
      if (now != seen) {
        seen = now;
        since = System.nanoTime();
      }
    }
    return seen;
  }

  long calls() {
    return calls.get();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
