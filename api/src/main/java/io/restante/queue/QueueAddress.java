package io.restante.queue;

import io.restante.identifier.Identifiers;

/** A queue, by its domain and its name in that domain. */
public record QueueAddress(String domain, String queue) {
  public QueueAddress {
    Identifiers.require("domain", domain);
    Identifiers.require("queue", queue);
  }

  /** The resource as grants name it. */
  public String resource() {
    return "queues/" + queue;
  }
}
