package io.restante.bench;

import io.restante.server.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The peer: ElasticMQ with its messages stored in H2 on disk, in a process of its own, over HTTP.
 * As it comes, H2 answers a commit before it writes anything; writing through, it gives each commit
 * to the operating system first. It never forces one to the disk.
 */
final class ElasticMqSystem implements QueueSystem, AutoCloseable {
  private static final String FORM = "application/x-www-form-urlencoded";

  private final Process process;
  private final URI server;
  private final byte[] message;

  /** As it comes. */
  static ElasticMqSystem in(Path directory) {
    return new ElasticMqSystem(directory, "");
  }

  /** One that keeps what it has answered when its process is killed. */
  static ElasticMqSystem writingThrough(Path directory) {
    return new ElasticMqSystem(directory, ";WRITE_DELAY=0");
  }

  private ElasticMqSystem(Path directory, String storageOptions) {
    try {
      int port = Ports.free();
      Files.createDirectories(directory);
      Path configuration = directory.resolve("elasticmq.conf");
      Files.writeString(
          configuration,
          """
          include classpath("application.conf")
          node-address { protocol = http, host = localhost, port = %d, context-path = "" }
          rest-sqs { enabled = true, bind-port = %d, bind-hostname = "127.0.0.1" }
          rest-stats { enabled = false }
          messages-storage { enabled = true, uri = "jdbc:h2:file:%s%s" }
          queues {
            bench { defaultVisibilityTimeout = 60 seconds }
            stock { defaultVisibilityTimeout = 60 seconds }
            life { defaultVisibilityTimeout = 60 seconds }
          }
          """
              .formatted(
                  port, port, directory.resolve("messages").toAbsolutePath(), storageOptions));
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
        connection.expect(200, "POST", "/queue/bench", FORM, message);
        return 1;
      }

      @Override
      public void close() {
        connection.close();
      }
    };
  }

  /** Processor time so far. */
  Duration cpu() {
    return Servers.cpu(process.pid());
  }

  @Override
  public QueueSession open(String queue) {
    return new Session("/queue/" + queue);
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

  private final class Session implements QueueSession {
    private static final String BEGIN = "<ReceiptHandle>";
    private static final byte[] SEND = Texts.ascii("Action=SendMessage&MessageBody=" + TEXT);
    private static final byte[] RECEIVE =
        Texts.ascii("Action=ReceiveMessage&MaxNumberOfMessages=1");

    private final HttpConnection connection = new HttpConnection(server, null);
    private final String path;

    Session(String path) {
      this.path = path;
    }

    @Override
    public void enqueue() {
      connection.expect(200, "POST", path, FORM, SEND);
    }

    @Override
    public int receiveAndAck(int most) {
      if (most != 1) {
        throw new IllegalArgumentException("It takes one message at a time.");
      }
      connection.expect(200, "POST", path, FORM, RECEIVE);
      String answer = new String(connection.body(), StandardCharsets.UTF_8);
      int begin = answer.indexOf(BEGIN);
      if (begin < 0) {
        return 0;
      }
      if (!answer.contains(TEXT)) {
        throw new IllegalStateException("A body was changed.");
      }
      String receipt = answer.substring(begin + BEGIN.length(), answer.indexOf('<', begin + 1));
      connection.expect(
          200,
          "POST",
          path,
          FORM,
          Texts.ascii(
              "Action=DeleteMessage&ReceiptHandle="
                  + URLEncoder.encode(receipt, StandardCharsets.UTF_8)));
      return 1;
    }

    @Override
    public void close() {
      connection.close();
    }
  }
}
