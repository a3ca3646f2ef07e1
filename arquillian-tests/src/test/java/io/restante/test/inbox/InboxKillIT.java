package io.restante.test.inbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.ServerRules;
import io.restante.test.shop.ShopArchive;
import io.restante.test.shop.Trouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A guarded bean on a server that is killed: at the moments that matter, and at any other. {@code
 * ./mvnw verify -Drestante.test.kills=20 -Dit.test=InboxKillIT} kills it five times in the traffic
 * instead of twice.
 */
class InboxKillIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int KILLS = Math.max(2, Integer.getInteger("restante.test.kills", 4) / 4);
  private static final int ORDERS = 1_000;

  private static final String CRASHES =
      """
      RULE crash after the commit
      CLASS org.mariadb.jdbc.Connection
      METHOD commit()
      AT EXIT
      IF Thread.currentThread().getName().equals(System.getProperty("%s"))
      DO killJVM()
      ENDRULE

      RULE crash before the failure is recorded
      CLASS io.restante.inbox.InboxBean
      METHOD fail(InboxScope, InboxMessage, Throwable, int)
      AT ENTRY
      IF Thread.currentThread().getName().equals(System.getProperty("%s"))
      DO killJVM()
      ENDRULE
      """;

  private static final ServerRules RULES = new ServerRules();
  private static OwnServer own;

  @BeforeAll
  static void startWithShop() {
    OwnServer.Builder builder = OwnServer.builder();
    RULES.environment().forEach(builder::environment);
    own =
        builder
            // What was prepared when it was killed is rolled back at once, not after two minutes.
            .property("RecoveryEnvironmentBean.periodicRecoveryPeriod", "1")
            .property("RecoveryEnvironmentBean.recoveryBackoffPeriod", "1")
            .property("JTAEnvironmentBean.orphanSafetyInterval", "1000")
            .start();
    try (Management management = own.management(0)) {
      ShopArchive.prepare(management);
      management.deploy(ShopArchive.alone());
    }
  }

  @AfterAll
  static void stop() {
    own.close();
  }

  @BeforeEach
  void startAgainAfterAFailure() {
    if (!own.node(0).isRunning()) {
      startAgain();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "crash, 0, 0",
    Trouble.CRASH_AFTER_COMMIT + ", 1, 1",
    Trouble.CRASH_BEFORE_FAIL + ", 0, 0"
  })
  void crashAtAnyMomentLosesAndDoublesNothing(String trouble, int booked, int recorded) {
    RULES.add(CRASHES.formatted(Trouble.CRASH_AFTER_COMMIT, Trouble.CRASH_BEFORE_FAIL));
    orderAtADyingNode("order=" + trouble + "&trouble=" + trouble);
    Awaitility.await().atMost(LIMIT).until(() -> !own.node(0).isRunning());

    // The database notices in its own time that the connections are gone.
    Awaitility.await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(bookings(trouble)).isEqualTo(booked);
              assertThat(count("restante.inbox WHERE message_id = '" + trouble + "'"))
                  .isEqualTo(recorded);
            });

    startAgain();
    awaitEmpty();
    assertThat(bookings(trouble)).isEqualTo(1);
    assertThat(
            count(
                "restante.inbox WHERE completed_at IS NOT NULL AND attempts = 0 AND message_id = '"
                    + trouble
                    + "'"))
        .isEqualTo(1);
  }

  @Test
  void poisonIsSeenAndRetriedOverRestAndHandledWhenItIsReplayed() {
    RestClient admin = own.admin(0);
    String path = "/domains/main/inbox/orders";
    order("order=poison&trouble=always");
    awaitEmpty();

    JsonNode dead = admin.get(path + "/dead").expect(200).json().path("messages").path(0);
    assertThat(dead.path("messageId").asText()).isEqualTo("poison");
    assertThat(dead.path("attempts").asInt()).isEqualTo(5);
    assertThat(dead.path("lastError").asText()).contains("OrderRefusedException").endsWith("[cut]");
    assertThat(shop().get("/orders?order=poison").expect(200).bytes())
        .isEqualTo("5".getBytes(US_ASCII));

    admin.post(path + "/dead/retry", Map.of("ids", List.of("poison"))).expect(200);
    shop().delete("/orders?order=poison").expect(200);
    order("order=poison&trouble=always");
    awaitEmpty();
    assertThat(admin.get(path + "/messages/poison").expect(200).text("state"))
        .isEqualTo("COMPLETED");
    assertThat(bookings("poison")).isEqualTo(1);
  }

  @Test
  void ordersThatAreSentThreeTimesAreBookedOnceWhateverFails() {
    order("order=k&trouble=sometimes&times=3&count=" + ORDERS);
    for (int kill = 1; kill <= KILLS; kill++) {
      long enough = (long) ORDERS * kill / (KILLS + 1);
      Awaitility.await()
          .pollInterval(Duration.ofMillis(10))
          .atMost(LIMIT)
          .until(() -> count("shop.booking WHERE order_id LIKE 'k-%'") >= enough);
      own.node(0).kill();
      startAgain();
    }
    awaitEmpty();

    assertThat(count("shop.booking WHERE order_id LIKE 'k-%'")).isEqualTo(ORDERS);
    assertThat(
            count("(SELECT DISTINCT order_id FROM shop.booking WHERE order_id LIKE 'k-%') booked"))
        .isEqualTo(ORDERS);
    assertThat(count("restante.inbox WHERE completed_at IS NOT NULL AND message_id LIKE 'k-%'"))
        .isEqualTo(ORDERS);
  }

  private static void startAgain() {
    RULES.forget();
    own.node(0).start().awaitReady();
    Awaitility.await().atMost(LIMIT).until(InboxKillIT::shopAnswers);
  }

  private static boolean shopAnswers() {
    try {
      return shop().get("/orders?order=none").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static void order(String query) {
    Reply reply = shop().post("/orders?" + query, null);
    assertThat(reply.status()).isEqualTo(200);
  }

  /** The consumer may end the node before the sender is answered. */
  private static void orderAtADyingNode(String query) {
    try {
      order(query);
    } catch (UncheckedIOException died) {
      assertThat(died).hasRootCauseInstanceOf(IOException.class);
    }
  }

  private static RestClient shop() {
    return RestClient.at(own.rootUri(0).resolve("/shop"));
  }

  /** Nothing waits at the broker, not even what was prepared when it was killed. */
  private static void awaitEmpty() {
    try (Management management = own.management(0)) {
      Awaitility.await()
          .during(Trouble.REDELIVERY)
          .atMost(LIMIT)
          .until(() -> ShopArchive.waiting(management) == 0);
    }
  }

  private static long bookings(String order) {
    return count("shop.booking WHERE order_id = '" + order + "'");
  }

  private static long count(String from) {
    try (Connection database = own.openDatabase();
        Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + from)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
