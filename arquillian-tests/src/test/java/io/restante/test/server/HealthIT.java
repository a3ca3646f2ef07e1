package io.restante.test.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import java.net.URI;
import org.junit.jupiter.api.Test;

class HealthIT {

  @Test
  void deployedServerIsReady() {
    assertThat(RestClient.at(URI.create(TestServer.rootUri() + "health")).get("/ready").status())
        .isEqualTo(200);
  }
}
