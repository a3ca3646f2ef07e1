package io.restante.ratelimit;

import io.restante.address.AddressRange;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The headers in which proxies say for whom they ask, one hop after the other. */
enum ForwardingHeader {
  X_FORWARDED_FOR("X-Forwarded-For") {
    @Override
    String node(String hop) {
      return hop;
    }
  },
  /** RFC 7239. */
  FORWARDED("Forwarded") {
    private static final Pattern FOR =
        Pattern.compile("(?i)(?:^|.*;)\\s*for=(\"?)([^\";]*)\\1\\s*(?:;.*|$)");

    @Override
    String node(String hop) {
      Matcher matcher = FOR.matcher(hop);
      return matcher.matches() ? matcher.group(2) : "";
    }
  };

  static final String NAMES = "X-Forwarded-For or Forwarded";

  /** An address with a port behind it, or an IPv6 address in brackets. */
  private static final Pattern NODE =
      Pattern.compile("(?:\\[([^\\]]*)\\]|([^:]*))(?::[0-9]{1,5})?");

  private final String text;

  ForwardingHeader(String text) {
    this.text = text;
  }

  static Optional<ForwardingHeader> named(String name) {
    return Arrays.stream(values()).filter(h -> h.text.equalsIgnoreCase(name)).findFirst();
  }

  String text() {
    return text;
  }

  /** What names the client in a hop, with brackets and port; empty if nothing does. */
  abstract String node(String hop);

  /** The client's address in a hop, if it holds one. */
  Optional<InetAddress> address(String hop) {
    String node = node(hop.strip());
    Matcher matcher = NODE.matcher(node);
    if (!matcher.matches()) {
      return AddressRange.address(node);
    }
    return AddressRange.address(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
  }
}
