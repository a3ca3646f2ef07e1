package io.restante.test.start;

import static io.restante.test.harness.Management.operation;

import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.jboss.dmr.ModelNode;

/**
 * Takes the EAR off a running server and puts it on again with other settings: the same as a start,
 * in a fraction of its time. Settings are system properties, which come before the environment.
 */
final class DeployedAgain implements AutoCloseable {

  private static final String[] EAR = {"deployment", "restante.ear"};

  private final OwnServer own;
  private final Management management;

  private DeployedAgain(OwnServer own) {
    this.own = own;
    this.management = own.management(0);
    management.execute(operation("undeploy", EAR));
  }

  /** Takes the EAR off. */
  static DeployedAgain on(OwnServer own) {
    return new DeployedAgain(own);
  }

  /**
   * An attempt to deploy.
   *
   * @param log what the server wrote meanwhile
   */
  record Attempt(boolean deployed, String log) {}

  /** Tries to deploy it with these settings, and takes it and them off again. */
  Attempt with(Map<String, String> settings) {
    Path log = own.node(0).serverLog();
    long from = log.toFile().length();
    settings.forEach(this::set);
    try {
      ModelNode answer = management.answer(operation("deploy", EAR));
      boolean deployed = answer.get("outcome").asString().equals("success");
      return new Attempt(deployed, read(log, from));
    } finally {
      management.execute(operation("undeploy", EAR));
      settings.keySet().forEach(this::unset);
    }
  }

  /** Puts it on again as it was. */
  @Override
  public void close() {
    management.execute(operation("deploy", EAR));
    management.close();
  }

  private void set(String key, String value) {
    ModelNode add = operation("add", "system-property", key);
    add.get("value").set(value);
    management.execute(add);
  }

  private void unset(String key) {
    management.execute(operation("remove", "system-property", key));
  }

  private static String read(Path log, long from) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
