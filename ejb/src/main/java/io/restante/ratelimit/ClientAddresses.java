package io.restante.ratelimit;

import io.restante.address.AddressRange;
import io.restante.config.LiveConfig;
import io.restante.config.Settings;
import io.restante.time.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whose request it is, by address: that of the connection, unless that is of a trusted proxy. Then
 * it is the last one in the header that is not of a trusted proxy: what stands further left came
 * from outside and may be invented. What is no address ends the search at the proxy that passed it
 * on.
 */
@ApplicationScoped
public class ClientAddresses {
  private LiveConfig<ProxyConfig> config;

  /** For the container. */
  protected ClientAddresses() {}

  @Inject
  public ClientAddresses(Settings settings, Ticker ticker) {
    config = new LiveConfig<>(() -> ProxyConfig.read(settings), ticker::nanos);
  }

  /**
   * The client as limits count it: one text for an IPv4 address, and for the 64 bits of IPv6 that a
   * client has for itself.
   *
   * @param peer the address of the connection's other end
   * @param headers the values of a header of the request, in their order
   */
  public String of(String peer, Function<String, List<String>> headers) {
    ProxyConfig proxies = config.get();
    return AddressRange.address(withoutZone(peer))
        .map(address -> client(proxies, address, headers))
        .map(address -> AddressRange.ofClient(address).toString())
        .orElse(peer);
  }

  /** What holds at present, for the log. */
  String describe() {
    return config.get().toString();
  }

  private static InetAddress client(
      ProxyConfig proxies, InetAddress peer, Function<String, List<String>> headers) {
    InetAddress client = peer;
    if (proxies.header().isEmpty() || !proxies.trusts(peer)) {
      return client;
    }
    ForwardingHeader header = proxies.header().get();
    String[] hops = String.join(",", headers.apply(header.text())).split(",", -1);
    for (int i = hops.length - 1; i >= 0 && proxies.trusts(client); i--) {
      Optional<InetAddress> before = header.address(hops[i]);
      if (before.isEmpty()) {
        return client;
      }
      client = before.get();
    }
    return client;
  }

  private static String withoutZone(String address) {
    int zone = address.indexOf('%');
    return zone < 0 ? address : address.substring(0, zone);
  }
}
