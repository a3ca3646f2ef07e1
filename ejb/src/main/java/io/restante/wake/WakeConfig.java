package io.restante.wake;

import io.restante.config.Settings;
import java.time.Duration;

/**
 * @param hosts where callbacks may go; {@code restante.wake.allowed-hosts}
 * @param heartbeat how often an open stream of events says that it lives; {@code
 *     restante.wake.stream.heartbeat}
 * @param streamsPerPrincipal how many streams a principal may have open on a node; {@code
 *     restante.wake.stream.most-per-principal}
 * @param streams how many a node has open; {@code restante.wake.stream.most}
 */
record WakeConfig(AllowedHosts hosts, Duration heartbeat, int streamsPerPrincipal, int streams) {
  private static final String HOSTS = "restante.wake.allowed-hosts";

  static WakeConfig read(Settings settings) {
    return new WakeConfig(
        settings.text(HOSTS).map(t -> AllowedHosts.parse(HOSTS, t)).orElseGet(AllowedHosts::none),
        settings.duration(
            "restante.wake.stream.heartbeat",
            Duration.ofSeconds(15),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5)),
        (int) settings.number("restante.wake.stream.most-per-principal", 10, 1, 100_000),
        (int) settings.number("restante.wake.stream.most", 1_000, 1, 100_000));
  }

  @Override
  public String toString() {
    return "callbacks to "
        + hosts
        + "; at most "
        + streams
        + " streams of events, "
        + streamsPerPrincipal
        + " of a principal, a sign of life every "
        + heartbeat;
  }
}
