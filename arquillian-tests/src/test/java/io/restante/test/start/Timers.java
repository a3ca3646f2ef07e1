package io.restante.test.start;

import static io.restante.test.harness.Management.operation;

import io.restante.test.harness.TestServer;
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
