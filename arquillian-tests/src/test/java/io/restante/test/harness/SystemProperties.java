package io.restante.test.harness;

import org.jboss.dmr.ModelNode;

/** System properties of a running server, changed live. */
final class SystemProperties {

  private static final String TYPE = "system-property";

  private final Management management;

  SystemProperties(Management management) {
    this.management = management;
  }

  void set(String name, String value) {
    boolean exists = management.exists(TYPE, name);
    ModelNode operation = Management.operation(exists ? "write-attribute" : "add", TYPE, name);
    if (exists) {
      operation.get("name").set("value");
    }
    operation.get("value").set(value);
    management.execute(operation);
  }

  void remove(String name) {
    management.execute(Management.operation("remove", TYPE, name));
  }
}
