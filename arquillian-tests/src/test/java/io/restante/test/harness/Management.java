package io.restante.test.harness;

import io.restante.server.WildFlyServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Iterator;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import org.jboss.as.controller.client.ModelControllerClient;
import org.jboss.dmr.ModelNode;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;

/** WildFly's management interface: the same operations as in the console and the CLI. */
public final class Management implements AutoCloseable {

  private final WildFlyServer server;
  private ModelControllerClient client;

  Management(WildFlyServer server) {
    this.server = server;
  }

  /** Starts an operation at an address such as {@code ("subsystem", "datasources")}. */
  public static ModelNode operation(String name, String... address) {
    ModelNode operation = new ModelNode();
    operation.get("operation").set(name);
    ModelNode path = operation.get("address").setEmptyList();
    for (Iterator<String> parts = Arrays.asList(address).iterator(); parts.hasNext(); ) {
      path.add(parts.next(), parts.next());
    }
    return operation;
  }

  /** Executes it and returns its result; fails with the server's own words. */
  public ModelNode execute(ModelNode operation) {
    ModelNode answer = answer(operation);
    if (!answer.get("outcome").asString().equals("success")) {
      throw new AssertionError(operation + " answered " + answer);
    }
    return answer.get("result");
  }

  /** Executes it and returns the whole answer, whatever its outcome. */
  public ModelNode answer(ModelNode operation) {
    try {
      return client().execute(operation);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deploys an archive under its name, to stay until it is removed. */
  public void deploy(Archive<?> archive) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    archive.as(ZipExporter.class).exportTo(bytes);
    ModelNode add = operation("add", "deployment", archive.getName());
    add.get("content").add().get("bytes").set(bytes.toByteArray());
    add.get("enabled").set(true);
    execute(add);
  }

  /** Whether there is a resource at the address. */
  public boolean exists(String... address) {
    return answer(operation("read-resource", address)).get("outcome").asString().equals("success");
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      try {
        client.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private synchronized ModelControllerClient client() {
    if (client == null) {
      client =
          ModelControllerClient.Factory.create(
              InetAddress.getLoopbackAddress(), server.managementPort(), this::authenticate);
    }
    return client;
  }

  private void authenticate(Callback... callbacks) {
    for (Callback callback : callbacks) {
      if (callback instanceof NameCallback name) {
        name.setName(server.consoleUser());
      } else if (callback instanceof PasswordCallback password) {
        password.setPassword(server.consolePassword().toCharArray());
      }
    }
  }
}
