package io.restante.wake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackClientTest {

  private static final CallbackSecret SECRET = new CallbackSecret("rws_abc");
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService handlers = Executors.newCachedThreadPool();
  private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
  private Duration limit = Duration.ofSeconds(10);
  private CallbackClient client;
  private HttpServer receiver;

  @BeforeEach
  void start() throws IOException {
    client =
        new CallbackClient(
            (task, delay) ->
                timers.schedule(
                    task, Math.min(delay.toMillis(), limit.toMillis()), TimeUnit.MILLISECONDS));
    receiver = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
    receiver.setExecutor(handlers);
    receiver.start();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    receiver.stop(0);
    timers.shutdownNow();
    handlers.shutdownNow();
  }

  /** The name has no address: it is not looked up, and yet the receiver is asked by it. */
  @Test
  void callGoesToTheCheckedAddressUnderTheNameOfTheHost() {
    answer(204, "");

    assertThat(post("http://nowhere.invalid:" + port() + "/in?key=1").isSuccess()).isTrue();

    assertThat(seen)
        .containsExactly(
            "POST /in?key=1 nowhere.invalid:"
                + port()
                + " {\"mailbox\":\"bob\"} application/json; charset=UTF-8 "
                + SECRET.event(7)
                + " 1796036400 "
                + SECRET.sign(1_796_036_400, "{\"mailbox\":\"bob\"}"));
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 299})
  void everySuccessEndsIt(int status) {
    answer(status, "");

    assertThat(post(url()).isSuccess()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 303, 307, 308, 304, 400, 401, 404, 410, 429, 500, 503})
  void everythingElseIsAFailureOfAHostThatAnswers(int status) {
    receiver.createContext("/elsewhere", exchange -> seen.add("followed"));
    receiver.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Location", url() + "elsewhere");
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });

    CallbackOutcome outcome = post(url());

    assertThat(outcome.code()).isEqualTo("HTTP_" + status);
    assertThat(outcome.answered()).isTrue();
    assertThat(seen).isEmpty();
  }

  @Test
  void answerWithoutEndIsCutOff() {
    receiver.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] piece = new byte[64 << 10];
          try {
            while (true) {
              exchange.getResponseBody().write(piece);
            }
          } catch (IOException cut) {
            seen.add("cut");
          }
        });

    assertThat(post(url()).isSuccess()).isTrue();
    await().untilAsserted(() -> assertThat(seen).contains("cut"));
  }

  @Test
  void receiverThatDoesNotAnswerIsLeftWhenTheTimeIsOver() {
    CompletableFuture<Void> end = new CompletableFuture<>();
    receiver.createContext("/", exchange -> end.join());
    limit = Duration.ofMillis(200);

    CallbackOutcome outcome = post(url());
    end.complete(null);

    assertThat(outcome.code()).isEqualTo("TIMEOUT");
    assertThat(outcome.answered()).isFalse();
  }

  /** A byte now and then keeps no socket's timeout from passing, but the whole call has one. */
  @Test
  void receiverThatAnswersByDropsIsLeftWhenTheTimeIsOver() {
    CompletableFuture<Void> end = new CompletableFuture<>();
    receiver.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 1_000);
          exchange.getResponseBody().write('a');
          exchange.getResponseBody().flush();
          end.join();
        });
    limit = Duration.ofMillis(200);

    CallbackOutcome outcome = post(url());
    end.complete(null);

    assertThat(outcome.code()).isEqualTo("TIMEOUT");
  }

  @Test
  void portThatNobodyListensAtIsNotReached() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, LOOPBACK)) {
      port = free.getLocalPort();
    }

    CallbackOutcome outcome = post("http://127.0.0.1:" + port + "/");

    assertThat(outcome.code()).isEqualTo("CONNECT_FAILED");
    assertThat(outcome.answered()).isFalse();
  }

  @Test
  void whatIsNoTlsIsNotSpokenTo() throws IOException {
    try (ServerSocket plain = new ServerSocket(0, 1, LOOPBACK)) {
      handlers.execute(
          () -> {
            try (Socket connection = plain.accept()) {
              connection.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
              connection.getInputStream().readAllBytes();
            } catch (IOException e) {
              seen.add(e.toString());
            }
          });

      CallbackOutcome outcome = post("https://127.0.0.1:" + plain.getLocalPort() + "/");

      assertThat(outcome.code()).isEqualTo("TLS_FAILED");
    }
  }

  /** Also a connection that is used again was made to the address of this call. */
  @Test
  void connectionIsUsedAgainForTheSameAddressOnly() throws IOException {
    answer(200, "ok");
    String url = "http://nowhere.invalid:" + port() + "/";
    assertThat(post(url).isSuccess()).isTrue();

    CallbackOutcome elsewhere =
        client.post(
            new Callback(CallbackUrl.parse(url), SECRET),
            List.of(InetAddress.getByName("127.0.0.9")),
            "bob",
            1,
            7);

    assertThat(elsewhere.code()).isEqualTo("CONNECT_FAILED");
    assertThat(seen).hasSize(1);
  }

  private CallbackOutcome post(String url) {
    Callback callback = new Callback(CallbackUrl.parse(url), SECRET);
    return client.post(callback, List.of(LOOPBACK), "bob", 1_796_036_400, 7);
  }

  private void answer(int status, String body) {
    receiver.createContext(
        "/",
        exchange -> {
          seen.add(describe(exchange));
          byte[] bytes = body.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private static String describe(HttpExchange exchange) throws IOException {
    return String.join(
        " ",
        exchange.getRequestMethod(),
        exchange.getRequestURI().toString(),
        header(exchange, "Host"),
        new String(exchange.getRequestBody().readAllBytes(), UTF_8),
        header(exchange, "Content-Type"),
        header(exchange, "Restante-Event"),
        header(exchange, "Restante-Timestamp"),
        header(exchange, "Restante-Signature"));
  }

  private static String header(HttpExchange exchange, String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  private String url() {
    return "http://127.0.0.1:" + port() + "/";
  }

  private int port() {
    return receiver.getAddress().getPort();
  }
}
