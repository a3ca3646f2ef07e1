package io.restante.test.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.inbox.Inbox;
import io.restante.inbox.InboxClaim;
import io.restante.inbox.InboxMessage;
import io.restante.inbox.InboxScope;
import io.restante.test.harness.InsideServer;
import io.restante.test.harness.TestServer;
import io.restante.test.shop.XaDatasource;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The inbox with an application whose own datasource is another one, an XA datasource. */
@ExtendWith(ArquillianExtension.class)
class InboxXaIT {

  private final InboxScope scope = InboxScope.of("scope-" + UUID.randomUUID());
  private final InboxMessage message = InboxMessage.of("xa-" + UUID.randomUUID(), "order.placed");

  @EJB(lookup = Inbox.JNDI_NAME)
  private Inbox inbox;

  @Resource(lookup = XaDatasource.JNDI_NAME)
  private DataSource shop;

  @Resource private UserTransaction transaction;

  @Deployment
  static WebArchive deployment() {
    XaDatasource.addTo(TestServer.management());
    return InsideServer.archive(InboxXaIT.class);
  }

  @AfterEach
  void endTransaction() throws Exception {
    if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
      transaction.rollback();
    }
  }

  @Test
  void effectInTheOtherDatasourceCommitsWithTheCompletion() throws Exception {
    transaction.begin();
    assertThat(inbox.claim(scope, message)).isEqualTo(new InboxClaim.Claimed(1));
    book();
    inbox.complete(scope, message.id());
    transaction.commit();

    assertThat(booked()).isEqualTo(1);
    transaction.begin();
    assertThat(inbox.claim(scope, message)).isEqualTo(new InboxClaim.AlreadyCompleted());
  }

  @Test
  void effectInTheOtherDatasourceRollsBackWithTheClaim() throws Exception {
    transaction.begin();
    inbox.claim(scope, message);
    book();
    inbox.complete(scope, message.id());
    transaction.rollback();

    assertThat(booked()).isZero();
    assertThat(inbox.find(scope, message.id())).isEmpty();
  }

  @Test
  void otherResourceMayComeFirst() throws Exception {
    transaction.begin();
    book();
    inbox.claim(scope, message);
    inbox.complete(scope, message.id());
    transaction.commit();

    assertThat(booked()).isEqualTo(1);
    assertThat(inbox.find(scope, message.id()).orElseThrow().completedAt()).isNotNull();
  }

  private void book() throws SQLException {
    try (Connection connection = shop.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO shop.booking (order_id) VALUES (?)")) {
      insert.setString(1, message.id().value());
      insert.executeUpdate();
    }
  }

  private int booked() throws SQLException {
    try (Connection connection = shop.getConnection();
        PreparedStatement query =
            connection.prepareStatement("SELECT COUNT(*) FROM shop.booking WHERE order_id = ?")) {
      query.setString(1, message.id().value());
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }
}
