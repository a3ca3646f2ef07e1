package io.restante.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The peer: ElasticMQ with its messages stored on disk, in a process of its own, over HTTP. */
final class ElasticMqSystem implements AutoCloseable {
  private static final String FORM = "application/x-www-form-urlencoded";

  private final Process process;
  private final URI server;
  private final byte[] message;

  ElasticMqSystem(Path directory) {
    try {
      int port = freePort();
      Files.createDirectories(directory);
      Path configuration = directory.resolve("elasticmq.conf");
      Files.writeString(
          configuration,
          """
          include classpath("application.conf")
          node-address { protocol = http, host = localhost, port = %d, context-path = "" }
          rest-sqs { enabled = true, bind-port = %d, bind-hostname = "127.0.0.1" }
          rest-stats { enabled = false }
          messages-storage { enabled = true, uri = "jdbc:h2:file:%s" }
          queues { bench { defaultVisibilityTimeout = 60 seconds } }
          """
              .formatted(port, port, directory.resolve("messages").toAbsolutePath()));
      server = URI.create("http://127.0.0.1:" + port);
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx1g",
                  "-Dconfig.file=" + configuration.toAbsolutePath(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  "org.elasticmq.server.Main")
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("elasticmq.log").toFile())
              .start();
      awaitPort(port);
      byte[] body = new byte[RestSystem.BODY_BYTES];
      new Random(1).nextBytes(body);
      String text = Base64.getEncoder().encodeToString(body);
      message =
          ("Action=SendMessage&MessageBody=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
              .getBytes(StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends one message per request. */
  Client sender() {
    HttpConnection connection = new HttpConnection(server, null);
    return new Client() {
      @Override
      public int work() {
        int status = connection.request("POST", "/queue/bench", FORM, message);
        if (status != 200) {
          throw new IllegalStateException(
              "Answered " + status + ": " + new String(connection.body(), StandardCharsets.UTF_8));
        }
        return 1;
      }

      @Override
      public void close() {
        connection.close();
      }
    };
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitPort(int port) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < deadline && process.isAlive()) {
      try (Socket probe = new Socket()) {
        probe.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return;
      } catch (IOException notYet) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }
    throw new IllegalStateException("ElasticMQ did not start.");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
