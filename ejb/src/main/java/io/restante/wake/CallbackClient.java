package io.restante.wake;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Speaks HTTP/1.1 to receivers. A call goes to addresses that its caller has checked, also where a
 * connection is used again: the pool knows connections by host and address. Nothing is looked up
 * here, no redirect followed, no proxy used, no answer kept.
 */
final class CallbackClient implements Closeable {
  /** For each of the addresses that are tried. */
  private static final Timeout CONNECT = Timeout.ofSeconds(5);

  /** For the whole call. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final TimeValue OLDEST_CONNECTION = TimeValue.ofMinutes(1);
  private static final TimeValue UNUSED_CONNECTION = TimeValue.ofSeconds(5);
  private static final int CONNECTIONS = 256;
  private static final int MOST_ADDRESSES = 2;
  private static final int MOST_BYTES = 4 << 10;
  private static final String CONNECT_FAILED = "CONNECT_FAILED";

  private final Alarm alarm;
  private final CloseableHttpClient http;

  /**
   * @param alarm calls back after a time
   */
  CallbackClient(Alarm alarm) {
    this.alarm = alarm;
    this.http =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setDnsResolver(new NoResolver())
                    .setMaxConnTotal(CONNECTIONS)
                    .setMaxConnPerRoute(CONNECTIONS)
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom()
                            .setConnectTimeout(CONNECT)
                            .setSocketTimeout(Timeout.of(LIMIT))
                            .setTimeToLive(OLDEST_CONNECTION)
                            .setValidateAfterInactivity(TimeValue.ofMilliseconds(0))
                            .build())
                    .build())
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.of(LIMIT))
                    .setResponseTimeout(Timeout.of(LIMIT))
                    .setDefaultKeepAlive(
                        UNUSED_CONNECTION.getDuration(), UNUSED_CONNECTION.getTimeUnit())
                    .setProtocolUpgradeEnabled(false)
                    .build())
            .setUserAgent("Restante")
            .disableRedirectHandling()
            .disableAutomaticRetries()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .disableConnectionState()
            .build();
  }

  /** Does something later, unless it is cancelled. */
  interface Alarm {
    Future<?> set(Runnable task, Duration delay);
  }

  /**
   * Calls a receiver once. The second address is tried if the first takes no connection.
   *
   * @param addresses of the callback's host, checked, at least one
   * @param timestamp in seconds, as the signature has it
   */
  CallbackOutcome post(
      Callback callback,
      List<InetAddress> addresses,
      String mailbox,
      long timestamp,
      long eventId) {
    String body = "{\"mailbox\":\"" + mailbox + "\"}";
    CallbackOutcome outcome = null;
    for (InetAddress address : addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size()))) {
      HttpPost request = request(callback, body, timestamp, eventId);
      outcome = send(target(callback.url(), address), request);
      if (!CONNECT_FAILED.equals(outcome.code())) {
        return outcome;
      }
    }
    return outcome;
  }

  private CallbackOutcome send(HttpHost target, HttpPost request) {
    Future<?> limit = alarm.set(request::abort, LIMIT);
    try {
      ClassicHttpResponse response = http.executeOpen(target, request, null);
      discard(response, request);
      return CallbackOutcome.ofStatus(response.getCode());
    } catch (ConnectTimeoutException | HttpHostConnectException e) {
      return CallbackOutcome.unreachable(CONNECT_FAILED);
    } catch (SSLException e) {
      return CallbackOutcome.unreachable("TLS_FAILED");
    } catch (IOException e) {
      boolean late = e instanceof SocketTimeoutException || request.isAborted();
      return CallbackOutcome.unreachable(late ? "TIMEOUT" : "CONNECTION_FAILED");
    } finally {
      limit.cancel(false);
    }
  }

  /**
   * Reads a short answer, so that the connection can be used again. Of a longer one nothing more is
   * read, which closing it would do: its connection ends.
   */
  private static void discard(ClassicHttpResponse response, HttpPost request) throws IOException {
    HttpEntity answer = response.getEntity();
    if (answer != null && answer.getContent().readNBytes(MOST_BYTES).length == MOST_BYTES) {
      request.abort();
    } else {
      response.close();
    }
  }

  private static HttpHost target(CallbackUrl url, InetAddress address) {
    return new HttpHost(url.scheme(), address, url.host(), url.effectivePort());
  }

  private static HttpPost request(Callback callback, String body, long timestamp, long eventId) {
    CallbackUrl url = callback.url();
    HttpPost request = new HttpPost(url.target());
    request.setScheme(url.scheme());
    request.setAuthority(new URIAuthority(url.host(), url.port()));
    request.setHeader("Restante-Event", callback.secret().event(eventId));
    request.setHeader("Restante-Timestamp", timestamp);
    request.setHeader("Restante-Signature", callback.secret().sign(timestamp, body));
    request.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
    return request;
  }

  @Override
  public void close() throws IOException {
    http.close();
  }

  /** Every target brings its address. */
  private static final class NoResolver implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      throw new UnknownHostException("Nothing is looked up here.");
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
      throw new UnknownHostException("Nothing is looked up here.");
    }
  }
}
