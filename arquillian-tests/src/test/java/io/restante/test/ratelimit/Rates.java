package io.restante.test.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.LiveSettings;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.request.Refusals;
import java.time.Duration;

/**
 * Rate limits of the shared server, for everybody until they are lifted, and what it answers to
 * those who exceed them.
 */
final class Rates {

  private final LiveSettings settings = TestServer.settings();

  /** Limits it from now on. */
  Rates limit(String limit, int perMinute, int burst) {
    return set(limit, "per-minute", Integer.toString(perMinute))
        .set(limit, "burst", Integer.toString(burst));
  }

  /** Sets one of its two settings, whatever the value. */
  Rates set(String limit, String setting, String value) {
    settings.set("restante.ratelimit." + limit + "." + setting, value);
    return apply();
  }

  /** Believes what connections from the address say of the clients behind them. */
  Rates trust(String address, String header) {
    settings.set("restante.proxy.trusted", address).set("restante.proxy.header", header).apply();
    return this;
  }

  /** Nothing is limited any more. */
  void lift() {
    settings.close();
  }

  /** The request that makes the server read them: of several at once, one reads. */
  private Rates apply() {
    settings.apply();
    RestClient.anonymous().get("/whoami");
    return this;
  }

  /** The time to wait that a refusal tells; fails unless it is one. */
  static Duration told(Reply reply) {
    Refusals.require(reply, 429, "RATE_LIMITED");
    assertThat(reply.json().path("retryable").asBoolean()).isTrue();
    long seconds = Long.parseLong(reply.header("Retry-After").orElseThrow());
    assertThat(seconds).isPositive();
    return Duration.ofSeconds(seconds);
  }
}
