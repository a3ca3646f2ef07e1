package io.restante.test.harness;

/** Stops what this JVM started, also when the tests are interrupted. */
final class StopAtExit {

  private StopAtExit() {}

  static void register(Runnable stop) {
    Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop-test-server"));
  }
}
