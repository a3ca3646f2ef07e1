package io.restante.test.start;

import static io.restante.test.harness.Management.operation;

import io.restante.test.harness.Management;
import io.restante.test.harness.TestServer;
import java.util.Arrays;
import java.util.List;
import org.jboss.dmr.ModelNode;

/** The EJB timers of a server, as the management console shows them. */
public final class Timers {

  private Timers() {}

  /** The active timers of a bean of the shared server. */
  static List<ModelNode> of(String bean) {
    ModelNode read = operation("read-resource", service(bean));
    read.get("recursive").set(true);
    read.get("include-runtime").set(true);
    ModelNode timers = TestServer.management().execute(read).get("timer");
    return timers.isDefined()
        ? timers.asPropertyList().stream().map(p -> p.getValue()).toList()
        : List.of();
  }

  /** Lets the only timer of a bean of the shared server fire now; returns when it has. */
  public static void trigger(String bean) {
    trigger(TestServer.management(), bean);
  }

  /** The same at the server of the management interface. */
  public static void trigger(Management management, String bean) {
    timer(management, bean, "trigger");
  }

  /** Has the only timer of a bean fire no more, as the console does. */
  public static void suspend(Management management, String bean) {
    timer(management, bean, "suspend");
  }

  /** Lets it fire again. */
  public static void activate(Management management, String bean) {
    timer(management, bean, "activate");
  }

  private static void timer(Management management, String bean, String operation) {
    ModelNode children = operation("read-children-names", service(bean));
    children.get("child-type").set("timer");
    String id = management.execute(children).asList().get(0).asString();
    String[] service = service(bean);
    String[] timer = Arrays.copyOf(service, service.length + 2);
    timer[service.length] = "timer";
    timer[service.length + 1] = id;
    management.execute(operation(operation, timer));
  }

  private static String[] service(String bean) {
    return new String[] {
      "deployment", "restante.ear",
      "subdeployment", "restante-ejb.jar",
      "subsystem", "ejb3",
      "singleton-bean", bean,
      "service", "timer-service"
    };
  }
}
