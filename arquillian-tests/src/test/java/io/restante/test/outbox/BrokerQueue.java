package io.restante.test.outbox;

import static io.restante.test.harness.Management.operation;

import io.restante.test.harness.TestServer;
import java.util.List;
import org.jboss.dmr.ModelNode;

/** A queue of the shared server's Artemis, by the operations that the console has. */
final class BrokerQueue {

  private final String[] address;

  BrokerQueue(String name) {
    address =
        new String[] {"subsystem", "messaging-activemq", "server", "default", "jms-queue", name};
  }

  /** Its messages, as properties by name. */
  List<ModelNode> list(String filter) {
    ModelNode list = operation("list-messages", address);
    list.get("filter").set(filter);
    return TestServer.management().execute(list).asList();
  }

  /** Moves messages to another queue, and returns how many. */
  int move(String filter, String queue) {
    ModelNode move = operation("move-messages", address);
    move.get("filter").set(filter);
    move.get("other-queue-name").set(queue);
    return TestServer.management().execute(move).asInt();
  }

  /** Removes messages, and returns how many. */
  int remove(String filter) {
    ModelNode remove = operation("remove-messages", address);
    remove.get("filter").set(filter);
    return TestServer.management().execute(remove).asInt();
  }

  ModelNode read(String attribute) {
    ModelNode read = operation("read-attribute", address);
    read.get("name").set(attribute);
    return TestServer.management().execute(read);
  }
}
