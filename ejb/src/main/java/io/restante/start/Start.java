package io.restante.start;

import jakarta.enterprise.context.ApplicationScoped;

/** Whether all of the application has started. */
@ApplicationScoped
public class Start {
  private volatile boolean complete;

  public boolean isComplete() {
    return complete;
  }

  void complete() {
    complete = true;
  }
}
