package io.restante.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ValidationFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackUrlTest {

  @ParameterizedTest
  @CsvSource({
    "http://hooks.example.org, http, hooks.example.org, 80, /",
    "HTTPS://Hooks.Example.ORG/A?b=%20c, https, hooks.example.org, 443, /A?b=%20c",
    "https://hooks.example.org:8443/a/../b, https, hooks.example.org, 8443, /a/../b",
    "http://192.0.2.1?x, http, 192.0.2.1, 80, /?x",
    "http://[2001:DB8::1]:81/, http, 2001:db8::1, 81, /",
    "http://xn--bcher-kva.example/, http, xn--bcher-kva.example, 80, /",
    "http://localhost:1/, http, localhost, 1, /",
    "https://a.example/?to=b@c.example, https, a.example, 443, /?to=b@c.example"
  })
  void urlIsTakenAsItIsCalled(String text, String scheme, String host, int port, String target) {
    CallbackUrl url = CallbackUrl.parse(text);

    assertThat(url.scheme()).isEqualTo(scheme);
    assertThat(url.host()).isEqualTo(host);
    assertThat(url.effectivePort()).isEqualTo(port);
    assertThat(url.target()).isEqualTo(target);
    assertThat(CallbackUrl.parse(url.text())).isEqualTo(url);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        " ",
        "hooks.example.org",
        "//hooks.example.org/",
        "http:",
        "http:/a",
        "http://",
        "http:///a",
        "http:hooks.example.org",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "jar:http://hooks.example.org!/",
        "http://user@hooks.example.org/",
        "http://user:password@hooks.example.org/",
        "http://@hooks.example.org/",
        "http://hooks.example.org@127.0.0.1/",
        "http://hooks.example.org/#fragment",
        "http://hooks.example.org/#",
        "http://hooks.example.org:0/",
        "http://hooks.example.org:65536/",
        "http://hooks.example.org:-1/",
        "http://hooks.example.org:port/",
        "http://hooks.example.org./",
        "http://.example.org/",
        "http://hooks..example.org/",
        "http://hooks_1.example.org/",
        "http://-hooks.example.org/",
        "http://bücher.example/",
        "http://hooks.example.org/bücher",
        "http://hooks%2eexample.org/",
        "http://hooks.example.org\\@127.0.0.1/",
        "http://hooks.example.org/a b",
        "http://hooks.example.org/\r\nX: y",
        "http://2130706433/",
        "http://017700000001/",
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://127.0.1/",
        "http://127.0.0.01/",
        "http://127.0.0.1./",
        "http://127.0.0.256/",
        "http://[fe80::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[::1/",
        "http://[127.0.0.1]/",
        "http://::1/"
      })
  void urlThatMightBeReadInTwoWaysIsRefused(String text) {
    assertThatThrownBy(() -> CallbackUrl.parse(text))
        .isInstanceOf(ValidationFailedException.class)
        .hasMessageContaining("url");
  }

  @Test
  void longUrlIsRefused() {
    String start = "http://hooks.example.org/";
    String longest = start + "a".repeat(CallbackUrl.MAX_LENGTH - start.length());

    assertThat(CallbackUrl.parse(longest).text()).isEqualTo(longest);
    assertThatThrownBy(() -> CallbackUrl.parse(longest + "a"))
        .isInstanceOf(ValidationFailedException.class);
  }

  @Test
  void urlDoesNotShowItsSecretsInAMessage() {
    assertThat(CallbackUrl.parse("https://hooks.example.org/in/s3cret?key=s3cret").toString())
        .doesNotContain("s3cret");
  }
}
