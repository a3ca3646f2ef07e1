package io.restante.test.start;

import static io.restante.test.harness.Management.operation;

import io.restante.test.harness.TestServer;
import java.util.Arrays;
import java.util.List;
import org.jboss.dmr.ModelNode;

/** The EJB timers of the shared server, as the management console shows them. */
final class Timers {

  private Timers() {}

  /** The active timers of a bean. */
  static List<ModelNode> of(String bean) {
    ModelNode read = operation("read-resource", service(bean));
    read.get("recursive").set(true);
    read.get("include-runtime").set(true);
    ModelNode timers = TestServer.management().execute(read).get("timer");
    return timers.isDefined()
        ? timers.asPropertyList().stream().map(p -> p.getValue()).toList()
        : List.of();
  }

  /** Lets the only timer of a bean fire now; returns when it has. */
  static void trigger(String bean) {
    ModelNode children = operation("read-children-names", service(bean));
    children.get("child-type").set("timer");
    String id = TestServer.management().execute(children).asList().get(0).asString();
    String[] service = service(bean);
    String[] timer = Arrays.copyOf(service, service.length + 2);
    timer[service.length] = "timer";
    timer[service.length + 1] = id;
    TestServer.management().execute(operation("trigger", timer));
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
