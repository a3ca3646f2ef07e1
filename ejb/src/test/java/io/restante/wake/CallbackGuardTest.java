package io.restante.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.restante.config.ConfigurationException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackGuardTest {

  private static final String NAME = "hooks.example.org";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::808:808",
        "100::1",
        "2001::1",
        "2001:0:7f00:1::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2002:a00:1::1",
        "2002:808:808::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd12:3456:789a::1",
        "fe80::1",
        "fec0::1",
        "ff02::1"
      })
  void listedNameWithAnAddressThatIsNotPublicIsRefused(String address) throws Exception {
    CallbackGuard guard = guard(NAME, Map.of(NAME, List.of(address)));
    CallbackGuard oneOfTwo = guard(NAME, Map.of(NAME, List.of("8.8.8.8", address)));

    assertThat(refusal(guard, "http://" + NAME + "/")).isEqualTo("ADDRESS_NOT_ALLOWED");
    assertThat(refusal(oneOfTwo, "http://" + NAME + "/")).isEqualTo("ADDRESS_NOT_ALLOWED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "223.255.255.255",
        "::ffff:8.8.8.8",
        "2001:200::1",
        "2600::1",
        "2a00:1450:4001::1"
      })
  void listedNameWithPublicAddressesIsAllowed(String address) throws Exception {
    CallbackGuard guard = guard(NAME, Map.of(NAME, List.of(address, "8.8.4.4")));

    assertThat(guard.resolve(CallbackUrl.parse("https://" + NAME + "/")))
        .containsExactly(InetAddress.getByName(address), InetAddress.getByName("8.8.4.4"));
  }

  /** However the JDK came by it: an address of 16 bytes that holds one of 4 is judged as that. */
  @Test
  void mappedAddressInBytesIsJudgedAsTheOneItHolds() throws Exception {
    byte[] mapped = HexFormat.of().parseHex("00000000000000000000ffff7f000001");

    assertThat(PublicAddresses.contain(InetAddress.getByAddress(mapped))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hooks.example.org | http://hooks.example.org/ | true",
        "hooks.example.org | http://hooks.example.org:8443/ | true",
        "HOOKS.example.org | http://Hooks.Example.org/ | true",
        "hooks.example.org | http://a.hooks.example.org/ | false",
        "hooks.example.org | http://example.org/ | false",
        "hooks.example.org | http://xhooks.example.org/ | false",
        "hooks.example.org | http://hooks.example.org.evil.example/ | false",
        "*.example.org | http://hooks.example.org/ | true",
        "*.example.org | http://a.hooks.example.org/ | true",
        "*.example.org | http://example.org/ | false",
        "*.example.org | http://badexample.org/ | false",
        "hooks.example.org:443 | https://hooks.example.org/ | true",
        "hooks.example.org:443 | https://hooks.example.org:443/ | true",
        "hooks.example.org:443 | http://hooks.example.org/ | false",
        "hooks.example.org:443 | https://hooks.example.org:8443/ | false",
        "a.example, hooks.example.org | http://hooks.example.org/ | true",
        "8.8.8.8 | http://hooks.example.org/ | false",
        "0.0.0.0/0, ::/0 | http://hooks.example.org/ | false"
      })
  void onlyListedNamesAreAllowed(String list, String url, boolean allowed) throws Exception {
    String host = CallbackUrl.parse(url).host();
    CallbackGuard guard = guard(list, Map.of(host, List.of("8.8.8.8")));

    if (allowed) {
      assertThat(guard.resolve(CallbackUrl.parse(url))).hasSize(1);
    } else {
      assertThat(refusal(guard, url)).isEqualTo("HOST_NOT_ALLOWED");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1 | http://127.0.0.1:9/ | true",
        "127.0.0.0/8 | http://127.0.0.1:9/ | true",
        "127.0.0.1:9 | http://127.0.0.1:9/ | true",
        "127.0.0.1:9 | http://127.0.0.1:10/ | false",
        "127.0.0.1 | http://127.0.0.2/ | false",
        "127.0.0.1 | http://[::1]/ | false",
        "127.0.0.1 | http://[::ffff:127.0.0.1]/ | true",
        "::1 | http://[::1]/ | true",
        "[::1]:9 | http://[::1]:9/ | true",
        "[::1]:9 | http://[::1]:10/ | false",
        "fd00::/8 | http://[fd00::1]/ | true",
        "10.1.0.0/16 | http://10.2.0.1/ | false",
        "hooks.example.org | http://8.8.8.8/ | false",
        "*.example.org | http://127.0.0.1/ | false"
      })
  void addressInAUrlHasToBeListed(String list, String url, boolean allowed) throws Exception {
    CallbackGuard guard = guard(list, Map.of());

    if (allowed) {
      assertThat(guard.resolve(CallbackUrl.parse(url))).hasSize(1);
    } else {
      assertThat(refusal(guard, url)).isEqualTo("HOST_NOT_ALLOWED");
    }
  }

  @Test
  void nameMayHavePrivateAddressesThatAreListed() throws Exception {
    CallbackGuard guard =
        guard(NAME + ", 10.1.0.0/16, 10.2.0.1:443", Map.of(NAME, List.of("10.1.2.3", "10.2.0.1")));

    assertThat(guard.resolve(CallbackUrl.parse("https://" + NAME + "/"))).hasSize(2);
    assertThat(refusal(guard, "http://" + NAME + "/")).isEqualTo("ADDRESS_NOT_ALLOWED");
  }

  @Test
  void nothingIsAllowedByDefault() throws Exception {
    CallbackGuard guard =
        new CallbackGuard(AllowedHosts::none, host -> new InetAddress[] {address("8.8.8.8")});

    assertThat(refusal(guard, "http://" + NAME + "/")).isEqualTo("HOST_NOT_ALLOWED");
    assertThat(refusal(guard, "http://8.8.8.8/")).isEqualTo("HOST_NOT_ALLOWED");
  }

  @Test
  void nameThatIsNotListedIsNotLookedUp() throws Exception {
    CallbackGuard guard =
        new CallbackGuard(
            () -> AllowedHosts.parse("s", NAME),
            host -> {
              throw new AssertionError("looked up " + host);
            });

    assertThat(refusal(guard, "http://other.example/")).isEqualTo("HOST_NOT_ALLOWED");
  }

  @Test
  void nameWithoutAddressIsRefused() throws Exception {
    assertThat(refusal(guard(NAME, Map.of()), "http://" + NAME + "/")).isEqualTo("HOST_UNKNOWN");
    assertThat(refusal(guard(NAME, Map.of(NAME, List.of())), "http://" + NAME + "/"))
        .isEqualTo("ADDRESS_NOT_ALLOWED");
  }

  /** A name that changes its addresses between two looks is judged each time, by what is used. */
  @Test
  void nameThatIsRebornElsewhereIsRefusedThen() throws Exception {
    String[] address = {"8.8.8.8"};
    CallbackGuard guard =
        new CallbackGuard(
            () -> AllowedHosts.parse("s", NAME), host -> new InetAddress[] {address(address[0])});

    assertThat(guard.resolve(CallbackUrl.parse("http://" + NAME + "/"))).hasSize(1);
    address[0] = "127.0.0.1";
    assertThat(refusal(guard, "http://" + NAME + "/")).isEqualTo("ADDRESS_NOT_ALLOWED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "*.",
        "*.*.example.org",
        "a*.example.org",
        "http://hooks.example.org",
        "hooks.example.org/path",
        "hooks.example.org:0",
        "hooks.example.org:65536",
        "hooks.example.org:",
        "hooks.example.org.",
        "hooks.example.org,",
        ",hooks.example.org",
        "10.0.0.0/33",
        "300.0.0.1",
        "2130706433",
        "user@hooks.example.org",
        "hooks example.org"
      })
  void wrongListIsToldWithItsSetting(String list) {
    assertThatThrownBy(() -> AllowedHosts.parse("the.setting", list))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the.setting");
  }

  private static CallbackGuard guard(String list, Map<String, List<String>> names) {
    AllowedHosts allowed = AllowedHosts.parse("restante.wake.allowed-hosts", list);
    return new CallbackGuard(
        () -> allowed,
        host -> {
          if (!names.containsKey(host)) {
            throw new UnknownHostException(host);
          }
          return names.get(host).stream()
              .map(CallbackGuardTest::address)
              .toArray(InetAddress[]::new);
        });
  }

  private static String refusal(CallbackGuard guard, String url) {
    return catchThrowableOfType(
            CallbackRefusedException.class, () -> guard.resolve(CallbackUrl.parse(url)))
        .code();
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
