package io.restante.test.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A reader of server-sent events, which keeps every line. */
public final class EventStream implements AutoCloseable {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final HttpResponse<InputStream> response;
  private final CompletableFuture<Void> end;

  private EventStream(HttpResponse<InputStream> response) {
    this.response = response;
    this.end = CompletableFuture.runAsync(this::read, command -> new Thread(command).start());
  }

  /** Opens the stream of a mailbox at {@code http://…/restante/v1}. */
  public static EventStream open(URI base, String mailboxPath, String token) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + mailboxPath + "/events"))
            .header("Authorization", "Bearer " + token)
            .header("Accept", "text/event-stream")
            .timeout(LIMIT)
            .build();
    try {
      return new EventStream(HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public int status() {
    return response.statusCode();
  }

  public HttpResponse<InputStream> response() {
    return response;
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** How often mail was told. */
  public long mails() {
    return lines.stream().filter("event: mail"::equals).count();
  }

  /** How often it said that it lives. */
  public long signsOfLife() {
    return lines.stream().filter(line -> line.startsWith(":")).count();
  }

  public void awaitMails(int number) {
    await().atMost(LIMIT).untilAsserted(() -> assertThat(mails()).isGreaterThanOrEqualTo(number));
  }

  public void awaitEnd() {
    await().atMost(LIMIT).until(end::isDone);
  }

  public boolean isOpen() {
    return !end.isDone();
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException cut) {
      lines.add("cut");
    }
  }

  @Override
  public void close() {
    try {
      response.body().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
