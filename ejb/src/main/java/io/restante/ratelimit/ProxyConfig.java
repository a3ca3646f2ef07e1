package io.restante.ratelimit;

import io.restante.address.AddressRange;
import io.restante.config.ConfigurationException;
import io.restante.config.Settings;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Whom to believe about a client's address.
 *
 * @param trusted the proxies; {@code restante.proxy.trusted}, addresses and ranges, comma separated
 * @param header where they write the client's; {@code restante.proxy.header}
 */
record ProxyConfig(List<AddressRange> trusted, Optional<ForwardingHeader> header) {
  private static final String TRUSTED = "restante.proxy.trusted";
  private static final String HEADER = "restante.proxy.header";
  private static final String RANGES = "addresses and ranges such as 10.0.0.0/8, comma separated";

  ProxyConfig {
    trusted = List.copyOf(trusted);
  }

  static ProxyConfig read(Settings settings) {
    ProxyConfig config =
        new ProxyConfig(
            settings.text(TRUSTED).map(ProxyConfig::ranges).orElse(List.of()),
            settings.text(HEADER).map(ProxyConfig::header));
    if (config.trusted.isEmpty() && config.header.isPresent()) {
      throw new ConfigurationException(TRUSTED, "", RANGES + ", where " + HEADER + " is set");
    }
    if (!config.trusted.isEmpty() && config.header.isEmpty()) {
      throw new ConfigurationException(
          HEADER, "", ForwardingHeader.NAMES + ", where " + TRUSTED + " is set");
    }
    return config;
  }

  boolean trusts(InetAddress address) {
    return trusted.stream().anyMatch(range -> range.contains(address));
  }

  private static List<AddressRange> ranges(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .map(
            range ->
                AddressRange.parse(range)
                    .orElseThrow(() -> new ConfigurationException(TRUSTED, range, RANGES)))
        .toList();
  }

  private static ForwardingHeader header(String name) {
    return ForwardingHeader.named(name)
        .orElseThrow(() -> new ConfigurationException(HEADER, name, ForwardingHeader.NAMES));
  }

  @Override
  public String toString() {
    return header
        .map(h -> "client addresses from " + h.text() + " of " + trusted)
        .orElse("client addresses from connections alone");
  }
}
