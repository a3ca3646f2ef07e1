package io.restante.test.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.InsideServer;
import jakarta.annotation.Resource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ArquillianExtension.class)
class InsideServerIT {

  @Resource(lookup = "java:jboss/datasources/RestanteDS")
  private DataSource dataSource;

  @Deployment
  static WebArchive deployment() {
    return InsideServer.archive(InsideServerIT.class);
  }

  @Test
  void datasourceIsBoundInTheServer() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    }
  }
}
