package io.restante.address;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Addresses that begin with the same bits. An IPv4 address in IPv6 form is the IPv4 address.
 *
 * @param bytes the first address
 * @param bits how many bits all have in common
 */
public record AddressRange(byte[] bytes, int bits) {
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  private static final Pattern IPV4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);

  /** The colon keeps the JDK from asking a name service. */
  private static final Pattern IPV6 = Pattern.compile("(?=.*:)[0-9a-fA-F:.]{2,45}");

  private static final int IPV6_CLIENT_BITS = 64;

  /** A range such as {@code 10.0.0.0/8}, or a single address. Never asks a name service. */
  public static Optional<AddressRange> parse(String text) {
    int slash = text.indexOf('/');
    Optional<InetAddress> address = address(slash < 0 ? text : text.substring(0, slash));
    if (slash < 0) {
      return address.map(AddressRange::single);
    }
    String bits = text.substring(slash + 1);
    return address
        .filter(
            a -> bits.matches("\\d{1,3}") && Integer.parseInt(bits) <= 8 * a.getAddress().length)
        .map(a -> new AddressRange(a.getAddress(), Integer.parseInt(bits)));
  }

  /** An address as it is written in headers, with no name, zone or port. */
  public static Optional<InetAddress> address(String text) {
    if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(text));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** The addresses that one client has: of IPv6, all with the first 64 bits. */
  public static AddressRange ofClient(InetAddress address) {
    return address instanceof Inet4Address
        ? single(address)
        : new AddressRange(address.getAddress(), IPV6_CLIENT_BITS);
  }

  private static AddressRange single(InetAddress address) {
    return new AddressRange(address.getAddress(), 8 * address.getAddress().length);
  }

  public boolean contains(InetAddress address) {
    byte[] other = address.getAddress();
    return other.length == bytes.length && Arrays.equals(prefix(other), prefix(bytes));
  }

  private byte[] prefix(byte[] address) {
    byte[] prefix = Arrays.copyOf(address, (bits + 7) / 8);
    if (bits % 8 != 0) {
      prefix[bits / 8] &= (byte) (0xff00 >> bits % 8);
    }
    return prefix;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AddressRange range
        && bits == range.bits
        && Arrays.equals(bytes, range.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(bytes) + bits;
  }

  /** One text for all that have the same prefix. */
  @Override
  public String toString() {
    try {
      byte[] first = Arrays.copyOf(prefix(bytes), bytes.length);
      return InetAddress.getByAddress(first).getHostAddress() + "/" + bits;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("Its length is that of an address.", e);
    }
  }
}
