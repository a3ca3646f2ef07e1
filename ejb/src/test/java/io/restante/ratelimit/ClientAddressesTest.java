package io.restante.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.config.ConfigurationException;
import io.restante.config.MapConfig;
import io.restante.time.Ticker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressesTest {
  private static final String TRUSTED = "restante.proxy.trusted";
  private static final String HEADER = "restante.proxy.header";
  private static final String PROXY = "10.1.2.3";

  private final Map<String, String> settings = new HashMap<>();

  @Test
  void nobodyIsBelievedUnlessConfigured() {
    assertThat(client(PROXY, "X-Forwarded-For", "203.0.113.9")).isEqualTo("10.1.2.3/32");
    assertThat(client(PROXY, "Forwarded", "for=203.0.113.9")).isEqualTo("10.1.2.3/32");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the last hop before the trusted ones; what is left of it may be invented
        "203.0.113.9                           | 203.0.113.9/32",
        "198.51.100.1, 203.0.113.9             | 203.0.113.9/32",
        "203.0.113.9, 10.9.9.9, 192.168.7.7    | 203.0.113.9/32",
        "evil, 203.0.113.9                     | 203.0.113.9/32",
        "10.9.9.9                              | 10.9.9.9/32",
        // ports, brackets, white space
        "203.0.113.9:4711                      | 203.0.113.9/32",
        "[2001:db8:1:2::9]:4711                | 2001:db8:1:2:0:0:0:0/64",
        "'   203.0.113.9   '                   | 203.0.113.9/32",
        // IPv6 by its first 64 bits; an IPv4 address in it is one
        "2001:db8:1:2:3:4:5:6                  | 2001:db8:1:2:0:0:0:0/64",
        "2001:DB8:1:2::                        | 2001:db8:1:2:0:0:0:0/64",
        "::ffff:203.0.113.9                    | 203.0.113.9/32",
        // no address: the proxy that passed it on
        "evil                                  | 10.1.2.3/32",
        "203.0.113.9, unknown                  | 10.1.2.3/32",
        "203.0.113.9, evil, 192.168.7.7        | 192.168.7.7/32",
        "203.0.113.256                         | 10.1.2.3/32",
        "203.0.113                             | 10.1.2.3/32",
        "3405803785                            | 10.1.2.3/32",
        "0x7f.1                                | 10.1.2.3/32",
        "localhost                             | 10.1.2.3/32",
        "fe80::1%eth0                          | 10.1.2.3/32",
        ":::                                   | 10.1.2.3/32",
        "203.0.113.9,                          | 10.1.2.3/32",
        "''                                    | 10.1.2.3/32",
      })
  void clientIsTheLastHopThatIsNotTrusted(String header, String client) {
    trust("10.0.0.0/8, 192.168.7.7", "X-Forwarded-For");

    assertThat(client(PROXY, "X-Forwarded-For", header)).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "for=203.0.113.9                                          | 203.0.113.9/32",
        "FOR=203.0.113.9;proto=https;by=10.0.0.1                  | 203.0.113.9/32",
        "proto=https;for=203.0.113.9;host=a                       | 203.0.113.9/32",
        "for=\"203.0.113.9:80\"                                   | 203.0.113.9/32",
        "for=\"[2001:db8:1:2::9]:4711\"                           | 2001:db8:1:2:0:0:0:0/64",
        "for=198.51.100.1, for=203.0.113.9, for=10.9.9.9;by=_x    | 203.0.113.9/32",
        "for=\"evil, for=203.0.113.9                              | 203.0.113.9/32",
        "for=unknown                                              | 10.1.2.3/32",
        "for=_hidden                                              | 10.1.2.3/32",
        "by=203.0.113.9                                           | 10.1.2.3/32",
        "xfor=203.0.113.9                                         | 10.1.2.3/32",
        "203.0.113.9                                              | 10.1.2.3/32",
      })
  void hopsOfForwardedAreReadByTheirParameter(String header, String client) {
    trust("10.0.0.0/8", "forwarded");

    assertThat(client(PROXY, "Forwarded", header)).isEqualTo(client);
  }

  @Test
  void severalHeadersAreOneList() {
    trust("10.0.0.0/8", "X-Forwarded-For");

    assertThat(client(PROXY, "X-Forwarded-For", "198.51.100.1", "203.0.113.9, 10.2.2.2"))
        .isEqualTo("203.0.113.9/32");
    assertThat(client(PROXY, "X-Forwarded-For")).isEqualTo("10.1.2.3/32");
  }

  @Test
  void otherPeersAndOtherHeadersAreNotBelieved() {
    trust("10.0.0.0/8", "X-Forwarded-For");

    assertThat(client("11.0.0.1", "X-Forwarded-For", "203.0.113.9")).isEqualTo("11.0.0.1/32");
    assertThat(client(PROXY, "Forwarded", "for=203.0.113.9")).isEqualTo("10.1.2.3/32");
  }

  @Test
  void rangesEndWithinBytesAndMayBeOfIpv6() {
    trust("172.16.0.0/12, 2001:db8::/33", "X-Forwarded-For");

    assertThat(client("172.31.255.255", "X-Forwarded-For", "203.0.113.9"))
        .isEqualTo("203.0.113.9/32");
    assertThat(client("172.32.0.0", "X-Forwarded-For", "203.0.113.9")).isEqualTo("172.32.0.0/32");
    assertThat(client("2001:db8:7fff::1%2", "X-Forwarded-For", "203.0.113.9"))
        .isEqualTo("203.0.113.9/32");
    assertThat(client("2001:db8:8000::1", "X-Forwarded-For", "203.0.113.9"))
        .isEqualTo("2001:db8:8000:0:0:0:0:0/64");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "proxy.example", "::/129", ","})
  void wrongRangeIsRefusedByName(String range) {
    trust(range, "Forwarded");

    assertThatThrownBy(this::addresses)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("Setting restante.proxy.trusted is ");
  }

  @Test
  void oneSettingNeedsTheOther() {
    settings.put(TRUSTED, "10.0.0.1");
    assertThatThrownBy(this::addresses).hasMessageStartingWith("Setting " + HEADER + " is \"\"");
    settings.put(HEADER, "X-Real-IP");
    assertThatThrownBy(this::addresses)
        .hasMessage(
            "Setting " + HEADER + " is \"X-Real-IP\"; allowed is X-Forwarded-For or Forwarded.");
    settings.clear();
    settings.put(HEADER, "Forwarded");
    assertThatThrownBy(this::addresses).hasMessageStartingWith("Setting " + TRUSTED + " is \"\"");
  }

  private void trust(String ranges, String header) {
    settings.put(TRUSTED, ranges);
    settings.put(HEADER, header);
  }

  private ClientAddresses addresses() {
    return new ClientAddresses(
        MapConfig.settings(settings), new Ticker(MapConfig.settings(Map.of())));
  }

  private String client(String peer, String header, String... values) {
    return addresses().of(peer, name -> name.equals(header) ? List.of(values) : List.of());
  }
}
