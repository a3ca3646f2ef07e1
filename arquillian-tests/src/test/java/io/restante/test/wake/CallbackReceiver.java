package io.restante.test.wake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.restante.test.mailbox.RestMailbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A receiver of wakes on this machine, which answers 204 unless it is told otherwise. */
public final class CallbackReceiver implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile HttpHandler answer = exchange -> exchange.sendResponseHeaders(204, -1);

  private CallbackReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Starts one on a free port of 127.0.0.1. */
  public static CallbackReceiver start() {
    try {
      return new CallbackReceiver();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was sent. */
  public record Call(String path, String body, String event, String timestamp, String signature) {

    /** Whether the signature is that of the secret over timestamp and body. */
    public boolean isSignedWith(String secret) {
      try {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        byte[] expected = mac.doFinal((timestamp + "." + body).getBytes(UTF_8));
        return signature.equals("v1=" + HexFormat.of().formatHex(expected));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** How it answers from now on. */
  public CallbackReceiver answering(HttpHandler handler) {
    answer = handler;
    return this;
  }

  public CallbackReceiver answering(int status) {
    return answering(exchange -> exchange.sendResponseHeaders(status, -1));
  }

  /** {@code http://127.0.0.1:PORT} and the path. */
  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** Registers its path for the mailbox, as whoever uses that, and returns the secret. */
  public String register(RestMailbox mailbox, String path) {
    return mailbox
        .caller()
        .put(mailbox.path() + "/wake", Map.of("url", url(path)))
        .expect(201)
        .text("secret");
  }

  public List<Call> calls() {
    return List.copyOf(calls);
  }

  public List<Call> callsTo(String path) {
    return calls.stream().filter(call -> call.path().equals(path)).toList();
  }

  /** Waits until the path was called so often. */
  public List<Call> awaitCalls(String path, int number) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(callsTo(path)).hasSizeGreaterThanOrEqualTo(number));
    return callsTo(path);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      HttpHandler present = answer;
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      calls.add(
          new Call(
              exchange.getRequestURI().toString(),
              body,
              exchange.getRequestHeaders().getFirst("Restante-Event"),
              exchange.getRequestHeaders().getFirst("Restante-Timestamp"),
              exchange.getRequestHeaders().getFirst("Restante-Signature")));
      present.handle(exchange);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
