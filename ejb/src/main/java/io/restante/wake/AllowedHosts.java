package io.restante.wake;

import io.restante.address.AddressRange;
import io.restante.config.ConfigurationException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts that callbacks may go to, as the administrator lists them: nobody, unless said.
 *
 * <p>A name lets callbacks go there, and only to public addresses of it. An address or a range lets
 * them go to addresses in it, also to those that are not public, whether the URL has the address or
 * an allowed name that has it.
 */
record AllowedHosts(List<NameRule> names, List<AddressRule> addresses) {
  private static final String ENTRIES =
      "names such as hooks.example.org, *.example.org or hooks.example.org:8443, and addresses or"
          + " ranges such as 10.1.0.0/16, comma separated";
  private static final Pattern WITH_PORT = Pattern.compile("(.+):(\\d{1,5})");
  private static final int MAX_PORT = 65_535;
  private static final int ANY = 0;

  AllowedHosts {
    names = List.copyOf(names);
    addresses = List.copyOf(addresses);
  }

  /**
   * @throws ConfigurationException if an entry is neither
   */
  static AllowedHosts parse(String setting, String text) {
    List<NameRule> names = new ArrayList<>();
    List<AddressRule> addresses = new ArrayList<>();
    for (String entry : Arrays.stream(text.split(",", -1)).map(String::strip).toList()) {
      Optional<AddressRule> address = address(entry);
      Optional<NameRule> name = address.isPresent() ? Optional.empty() : name(entry);
      address.ifPresent(addresses::add);
      name.ifPresent(names::add);
      if (address.isEmpty() && name.isEmpty()) {
        throw new ConfigurationException(setting, entry, ENTRIES);
      }
    }
    return new AllowedHosts(names, addresses);
  }

  static AllowedHosts none() {
    return new AllowedHosts(List.of(), List.of());
  }

  /** Whether the host stands on the list, whatever its addresses are. */
  boolean lists(CallbackUrl url) {
    Optional<InetAddress> literal = url.literal();
    return literal.isPresent()
        ? lists(literal.get(), url.effectivePort())
        : names.stream().anyMatch(rule -> rule.matches(url.host(), url.effectivePort()));
  }

  /** Whether a listed host may have the address. */
  boolean permits(InetAddress address, int port) {
    return PublicAddresses.contain(address) || lists(address, port);
  }

  private boolean lists(InetAddress address, int port) {
    return addresses.stream().anyMatch(rule -> rule.matches(address, port));
  }

  private static Optional<AddressRule> address(String entry) {
    Optional<AddressRange> whole = AddressRange.parse(unbracketed(entry));
    if (whole.isPresent()) {
      return whole.map(range -> new AddressRule(range, ANY));
    }
    Matcher parts = WITH_PORT.matcher(entry);
    return isWithPort(parts)
        ? AddressRange.parse(unbracketed(parts.group(1)))
            .map(range -> new AddressRule(range, Integer.parseInt(parts.group(2))))
        : Optional.empty();
  }

  private static Optional<NameRule> name(String entry) {
    Matcher parts = WITH_PORT.matcher(entry);
    boolean withPort = isWithPort(parts);
    String name = (withPort ? parts.group(1) : entry).toLowerCase(Locale.ROOT);
    boolean wildcard = name.startsWith("*.");
    String host = wildcard ? name.substring(2) : name;
    return CallbackUrl.isName(host)
        ? Optional.of(
            new NameRule(host, wildcard, withPort ? Integer.parseInt(parts.group(2)) : ANY))
        : Optional.empty();
  }

  private static boolean isWithPort(Matcher parts) {
    if (!parts.matches()) {
      return false;
    }
    int port = Integer.parseInt(parts.group(2));
    return port > 0 && port <= MAX_PORT;
  }

  private static String unbracketed(String text) {
    return text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
  }

  @Override
  public String toString() {
    return names.isEmpty() && addresses.isEmpty()
        ? "nobody"
        : names + " and addresses " + addresses;
  }

  /**
   * @param wildcard whether it stands for every name below it, and not for itself
   * @param port the only one, or 0 for every one
   */
  record NameRule(String name, boolean wildcard, int port) {
    boolean matches(String host, int aPort) {
      return (port == ANY || port == aPort)
          && (wildcard ? host.endsWith("." + name) : host.equals(name));
    }

    @Override
    public String toString() {
      return (wildcard ? "*." : "") + name + (port == ANY ? "" : ":" + port);
    }
  }

  /**
   * @param port the only one, or 0 for every one
   */
  record AddressRule(AddressRange range, int port) {
    boolean matches(InetAddress address, int aPort) {
      return (port == ANY || port == aPort) && range.contains(address);
    }

    @Override
    public String toString() {
      return range + (port == ANY ? "" : " port " + port);
    }
  }
}
