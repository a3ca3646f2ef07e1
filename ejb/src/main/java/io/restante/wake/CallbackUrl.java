package io.restante.wake;

import io.restante.address.AddressRange;
import io.restante.error.ValidationFailedException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a callback is sent. Only one spelling of each host passes: names of letters, digits and
 * hyphens without a dot at the end, IPv4 addresses as four decimal numbers, IPv6 addresses in
 * brackets without a zone. So what is looked up on the list is what is connected to.
 *
 * @param scheme {@code http} or {@code https}
 * @param host in lower case; an IPv6 address without its brackets
 * @param port -1 for the scheme's own
 * @param target path and query, as they were written
 */
public record CallbackUrl(String scheme, String host, int port, String target) {
  /** The longest URL that is taken. */
  public static final int MAX_LENGTH = 2048;

  private static final String FIELD = "url";
  private static final int MAX_PORT = 65_535;
  private static final int MAX_HOST = 253;
  private static final Pattern NAME =
      Pattern.compile("([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final String OCTET = "(0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])";
  private static final Pattern IPV4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);

  /**
   * @throws ValidationFailedException unless it is a URL that may be called, were its host allowed
   */
  public static CallbackUrl parse(String text) {
    if (text == null
        || text.length() > MAX_LENGTH
        || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw refused("must be 1 to " + MAX_LENGTH + " printable ASCII characters");
    }
    URI uri = uri(text);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw refused("must begin with http:// or https://");
    }
    if (uri.getRawUserInfo() != null || text.substring(0, end(text)).indexOf('@') >= 0) {
      throw refused("must not hold a user or a password");
    }
    if (uri.getRawFragment() != null) {
      throw refused("must not have a fragment");
    }
    if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
      throw refused("must have a port of 1 to " + MAX_PORT + ", or none");
    }
    String host = host(uri);
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return new CallbackUrl(scheme, host, uri.getPort(), path + query);
  }

  /** The host, if it is an address and no name. */
  Optional<InetAddress> literal() {
    return AddressRange.address(host);
  }

  /** The port that is connected to. */
  int effectivePort() {
    return port >= 0 ? port : isSecure() ? 443 : 80;
  }

  /** What its calls have in common with those of other URLs. */
  String hostAndPort() {
    return host + " " + effectivePort();
  }

  boolean isSecure() {
    return scheme.equals("https");
  }

  /** As it is shown: written in one way, whatever way it was sent. */
  String text() {
    String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return scheme + "://" + shown + (port >= 0 ? ":" + port : "") + target;
  }

  /** The host's name as it may stand in a URL; also used for the list of allowed ones. */
  static boolean isName(String host) {
    return host.length() <= MAX_HOST && NAME.matcher(host).matches();
  }

  private static String host(URI uri) {
    String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
    if (host.startsWith("[")) {
      String address = host.substring(1, host.length() - 1);
      if (AddressRange.address(address).isPresent()) {
        return address;
      }
    } else if (isName(host) || IPV4.matcher(host).matches()) {
      return host;
    }
    throw refused(
        "must name a host of letters, digits, dots and hyphens, without a dot at the end, or an"
            + " address such as 192.0.2.1 or [2001:db8::1]");
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw refused("must be a URL");
    }
  }

  /** Where scheme and authority end. */
  private static int end(String text) {
    int authority = text.indexOf("//") + 2;
    int slash = text.indexOf('/', authority);
    int query = text.indexOf('?', authority);
    int end = slash < 0 ? text.length() : slash;
    return query < 0 ? end : Math.min(end, query);
  }

  private static ValidationFailedException refused(String why) {
    return new ValidationFailedException(FIELD, why);
  }

  /** Without the target, which may hold secrets. */
  @Override
  public String toString() {
    return scheme + "://" + host;
  }
}
