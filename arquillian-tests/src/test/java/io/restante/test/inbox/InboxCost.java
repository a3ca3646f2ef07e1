package io.restante.test.inbox;

import static io.restante.test.harness.Management.operation;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.RestClient;
import io.restante.test.shop.ShopArchive;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * What the inbox costs; not a part of the build. {@code ./mvnw verify -pl '!bench'
 * -Dit.test=InboxCost -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false
 * -Dfailsafe.failIfNoSpecifiedTests=false -Drestante.test.forks=1} prints rows for
 * docs/performance.md.
 */
class InboxCost {

  private static final int ORDERS = 10_000;
  private static final int ROUNDS = 3;

  @Test
  void guardedBesideUnguardedAndInboxBesideJdbc() throws SQLException {
    try (OwnServer own = OwnServer.start();
        Management management = own.management(0)) {
      ShopArchive.prepare(management);
      management.deploy(ShopArchive.alone().addClass(InboxCostServlet.class));
      RestClient shop = RestClient.at(own.rootUri(0).resolve("/shop"));
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> answers(shop));
      for (int round = 1; round <= ROUNDS; round++) {
        print(round, "unguarded bean", consume(own, management, shop, false, round));
        print(round, "guarded bean", consume(own, management, shop, true, round));
        for (String kind : new String[] {"jdbc", "inbox"}) {
          String rate =
              new String(
                  shop.get("/cost?kind=" + kind + "&round=" + round).expect(200).bytes(), UTF_8);
          print(round, "claim and complete, " + kind, Double.parseDouble(rate));
        }
      }
    }
  }

  private static void print(int round, String what, double perSecond) {
    System.out.printf("INBOX COST round %d | %s | %,.0f/s |%n", round, what, perSecond);
  }

  private static boolean answers(RestClient shop) {
    try {
      return shop.get("/orders?order=none").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static double consume(
      OwnServer own, Management management, RestClient shop, boolean guarded, int round)
      throws SQLException {
    String bean = guarded ? "OrderConsumer" : "UnguardedOrderConsumer";
    String prefix = bean + round;
    deliver("stop-delivery", bean, management);
    String query = "/orders?count=" + ORDERS + "&order=" + prefix + (guarded ? "" : "&unguarded=1");
    assertThat(shop.post(query, null).status()).isEqualTo(200);
    long began = System.nanoTime();
    deliver("start-delivery", bean, management);
    Awaitility.await()
        .pollInterval(Duration.ofMillis(20))
        .atMost(Duration.ofMinutes(5))
        .until(() -> booked(own, prefix) == ORDERS);
    return ORDERS * 1e9 / (System.nanoTime() - began);
  }

  private static void deliver(String what, String bean, Management management) {
    management.execute(
        operation(
            what, "deployment", "shop.war", "subsystem", "ejb3", "message-driven-bean", bean));
  }

  private static long booked(OwnServer own, String prefix) throws SQLException {
    try (Connection database = own.openDatabase();
        Statement statement = database.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM shop.booking WHERE order_id LIKE '" + prefix + "-%'")) {
      row.next();
      return row.getLong(1);
    }
  }
}
