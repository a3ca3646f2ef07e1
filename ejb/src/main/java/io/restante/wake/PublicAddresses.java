package io.restante.wake;

import io.restante.address.AddressRange;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses belong to the public Internet. After IANA's registries of special-purpose
 * addresses: of IPv4 everything that is not in them; of IPv6 what was given out as global unicast
 * (2000::/3), except for what is special in it. So IPv4 addresses in IPv6 dress, of which some
 * networks translate 64:ff9b::/96 and 2002::/16, do not pass. The JDK makes ::ffff:0:0/96 the IPv4
 * address that it holds, and it is judged as that.
 */
final class PublicAddresses {
  private static final List<AddressRange> SPECIAL_IPV4 =
      ranges(
          "0.0.0.0/8", // this network
          "10.0.0.0/8", // private
          "100.64.0.0/10", // carriers' translation
          "127.0.0.0/8", // loopback
          "169.254.0.0/16", // link-local, and the metadata services of clouds
          "172.16.0.0/12", // private
          "192.0.0.0/24", // protocol assignments
          "192.0.2.0/24", // documentation
          "192.88.99.0/24", // relays of 6to4
          "192.168.0.0/16", // private
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "224.0.0.0/4", // multicast
          "240.0.0.0/4"); // reserved, and broadcast

  private static final List<AddressRange> GLOBAL_IPV6 = ranges("2000::/3");

  private static final List<AddressRange> SPECIAL_IPV6 =
      ranges(
          "2001::/23", // protocol assignments, among them Teredo
          "2001:db8::/32", // documentation
          "2002::/16", // 6to4
          "3fff::/20"); // documentation

  private PublicAddresses() {}

  static boolean contain(InetAddress address) {
    return address instanceof Inet4Address
        ? !within(SPECIAL_IPV4, address)
        : within(GLOBAL_IPV6, address) && !within(SPECIAL_IPV6, address);
  }

  private static boolean within(List<AddressRange> ranges, InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  private static List<AddressRange> ranges(String... texts) {
    return Stream.of(texts).map(text -> AddressRange.parse(text).orElseThrow()).toList();
  }
}
