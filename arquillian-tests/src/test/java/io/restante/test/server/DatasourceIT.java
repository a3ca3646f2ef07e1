package io.restante.test.server;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class DatasourceIT {

  @Test
  void poolConnectsToTheDatabase() {
    TestServer.management()
        .execute(
            operation(
                "test-connection-in-pool",
                "subsystem",
                "datasources",
                "data-source",
                "RestanteDS"));
  }

  @Test
  void testsReachTheSameDatabase() throws SQLException {
    try (Connection connection = TestServer.openDatabase()) {
      assertThat(connection.getCatalog()).isEqualTo("restante");
    }
  }

  @Test
  void passwordOfTheDatabaseIsInNoLog() throws IOException {
    TestServer.start();
    assertThat(Files.readString(TestServer.process().serverLog()))
        .doesNotContain(TestServer.adminToken());
  }
}
