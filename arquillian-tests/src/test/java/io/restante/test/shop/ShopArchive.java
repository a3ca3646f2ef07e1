package io.restante.test.shop;

import static io.restante.test.harness.Management.operation;

import io.restante.inbox.guard.InboxGuard;
import io.restante.test.harness.InsideServer;
import io.restante.test.harness.Management;
import java.util.List;
import org.jboss.dmr.ModelNode;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Packs the shop, and prepares the server for it as its administrator would. */
public final class ShopArchive {
  private static final Class<?>[] SHOP = {
    Bookings.class,
    OrderConsumer.class,
    UnguardedOrderConsumer.class,
    OrderServlet.class,
    Trouble.class,
    Trouble.OrderRefusedException.class
  };

  /** The shop's own, and no more: other tests' queues keep the settings of the scripts. */
  private static final List<String> ADDRESSES =
      List.of("jms.queue.restante.test.orders", "jms.queue.restante.test.unguarded");

  private ShopArchive() {}

  /** The shop alone. */
  public static WebArchive alone() {
    return ShrinkWrap.create(WebArchive.class, "shop.war")
        .addClasses(SHOP)
        .addAsLibraries(InsideServer.jarOf(InboxGuard.class))
        .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
        .addAsWebInfResource(InsideServer.dependencies(), "jboss-deployment-structure.xml");
  }

  /** With a test that runs inside it. */
  public static WebArchive with(Class<?> test, Class<?>... more) {
    return InsideServer.archive(test, more)
        .addClasses(SHOP)
        .addAsLibraries(InsideServer.jarOf(InboxGuard.class));
  }

  /**
   * More deliveries than the guard's attempts, each after a pause in which the failure is recorded.
   */
  public static void prepare(Management management) {
    for (String address : ADDRESSES) {
      String[] setting = {
        "subsystem", "messaging-activemq", "server", "default", "address-setting", address
      };
      if (!management.exists(setting)) {
        ModelNode add = operation("add", setting);
        add.get("max-delivery-attempts").set(100);
        add.get("redelivery-delay").set(Trouble.REDELIVERY.toMillis());
        add.get("redelivery-multiplier").set(1.0);
        add.get("dead-letter-address").set("jms.queue.DLQ");
        management.execute(add);
      }
    }
  }

  /** How many orders the broker holds, those in delivery or prepared included. */
  public static long waiting(Management management) {
    ModelNode count =
        operation(
            "read-attribute",
            "subsystem",
            "messaging-activemq",
            "server",
            "default",
            "runtime-queue",
            "jms.queue.restante.test.orders");
    count.get("name").set("message-count");
    return management.execute(count).asLong();
  }
}
