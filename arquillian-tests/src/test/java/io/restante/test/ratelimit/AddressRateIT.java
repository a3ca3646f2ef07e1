package io.restante.test.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What may be asked from an address, whoever asks; the proxy in front is the test itself. */
@Isolated
class AddressRateIT {

  private static final String HEADER = "X-Forwarded-For";
  private static final String LOCAL = "127.0.0.1";
  private static final String UNKNOWN = "rst_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private final Rates rates = new Rates();

  @AfterEach
  void lift() {
    rates.lift();
  }

  @Test
  void floodOfAnAddressIsRefusedWhateverItAsks() {
    String flooder = address();
    limited("address", 1, 3);
    for (int i = 0; i < 3; i++) {
      from(RestClient.admin(), flooder).get("/whoami").expect(200);
    }

    Duration told = Rates.told(from(RestClient.admin(), flooder).get("/whoami"));
    Rates.told(from(RestClient.as(UNKNOWN), flooder).get("/whoami"));
    Rates.told(from(RestClient.anonymous(), flooder).get("/no/such/route"));
    Rates.told(from(RestClient.anonymous(), flooder).delete("/whoami"));
    from(RestClient.admin(), address()).get("/whoami").expect(200);
    from(RestClient.at(URI.create(TestServer.rootUri() + "health")), flooder)
        .get("/ready")
        .expect(200);
    TestServer.passTime(told);
    from(RestClient.admin(), flooder).get("/whoami").expect(200);
  }

  @Test
  void whoTriesTokensIsStoppedAndWhoSharesTheAddressIsNot() {
    MailboxFixture fixture = MailboxFixture.newDomain();
    TestPrincipal neighbour = fixture.principal();
    TestPrincipal newcomer = fixture.principal();
    String shared = address();
    neighbour.client().get("/whoami").expect(200);
    limited("unauthenticated", 1, 5);
    List<Integer> tried =
        IntStream.range(0, 12)
            .map(i -> from(guess(i), shared).get("/whoami").status())
            .boxed()
            .toList();

    assertThat(tried.subList(0, 5)).containsOnly(401);
    assertThat(tried.subList(5, 12)).containsOnly(429);
    Duration told = Rates.told(from(RestClient.anonymous(), shared).get("/whoami"));
    from(neighbour.client(), shared).get("/whoami").expect(200);
    Rates.told(from(newcomer.client(), shared).get("/whoami"));
    from(newcomer.client(), address()).get("/whoami").expect(200);
    from(newcomer.client(), shared).get("/whoami").expect(200);
    TestServer.passTime(told);
    from(RestClient.as(UNKNOWN), shared).get("/whoami").expect(401);
  }

  @Test
  void validTokensUseUpNothingOfWhatTheInvalidMay() {
    TestPrincipal caller = MailboxFixture.newDomain().principal();
    String shared = address();
    limited("unauthenticated", 1, 1);
    for (int i = 0; i < 5; i++) {
      from(caller.client(), shared).get("/whoami").expect(200);
    }
    from(RestClient.anonymous(), shared).get("/whoami").expect(401);
  }

  @Test
  void addressesOfOneIpv6NetworkAreOneClient() {
    String network = "2001:db8:%x:1".formatted(ThreadLocalRandom.current().nextInt(0x10000));
    limited("address", 1, 2);
    from(RestClient.admin(), network + "::1").get("/whoami").expect(200);
    from(RestClient.admin(), network + ":ffff::2").get("/whoami").expect(200);

    Rates.told(from(RestClient.admin(), network + "::3").get("/whoami"));
    from(RestClient.admin(), network + "1::1").get("/whoami").expect(200);
  }

  @Test
  void whatClientsWriteLeftOfTheProxiesIsOfNoAccount() {
    String client = address();
    limited("address", 1, 2);
    from(RestClient.admin(), "198.51.100.1, " + client).get("/whoami").expect(200);
    from(RestClient.admin(), "garbage, " + client).get("/whoami").expect(200);

    Rates.told(from(RestClient.admin(), address() + ", " + client).get("/whoami"));
  }

  @Test
  void headerOfAPeerThatIsNoProxyIsOfNoAccount() throws UnknownHostException {
    rates.trust("127.8.8.8/32", HEADER).limit("address", 1, 2);
    InetAddress liar = InetAddress.getByName("127.9.9.9");
    assertThat(status(liar, address())).isEqualTo(200);
    assertThat(status(liar, address())).isEqualTo(200);
    assertThat(status(liar, address())).isEqualTo(429);

    InetAddress proxy = InetAddress.getByName("127.8.8.8");
    for (int i = 0; i < 4; i++) {
      assertThat(status(proxy, address())).isEqualTo(200);
    }
  }

  @Test
  void forwardedIsReadWhereItIsTheOneConfigured() {
    String client = address();
    rates.trust(LOCAL, "Forwarded").limit("address", 1, 1);
    RestClient admin = RestClient.admin();
    admin.with("Forwarded", "for=" + client + ";proto=https").get("/whoami").expect(200);

    Reply refused = admin.with("Forwarded", "for=x, for=\"" + client + ":1\"").get("/whoami");
    Rates.told(refused);
    assertThat(refused.text()).doesNotContain(client);
  }

  private void limited(String limit, int perMinute, int burst) {
    rates.trust(LOCAL, HEADER).limit(limit, perMinute, burst);
  }

  private static RestClient from(RestClient client, String forwarded) {
    return client.with(HEADER, forwarded);
  }

  private static RestClient guess(int i) {
    return i % 3 == 0 ? RestClient.anonymous() : RestClient.as(UNKNOWN.substring(1 + i % 2) + i);
  }

  /** An address that no other test has. */
  private static String address() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return "100.%d.%d.%d"
        .formatted(random.nextInt(64, 128), random.nextInt(256), random.nextInt(256));
  }

  private static int status(InetAddress from, String forwarded) {
    try (RawHttp connection = RawHttp.connect(TestServer.rootUri(), from)) {
      return connection
          .send(
              "GET /restante/v1/whoami HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                  + "Authorization: Bearer "
                  + TestServer.adminToken()
                  + "\r\n"
                  + HEADER
                  + ": "
                  + forwarded
                  + "\r\n\r\n")
          .readStatus();
    }
  }
}
