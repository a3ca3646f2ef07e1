package io.restante.test.harness;

import io.restante.server.WildFlyServer;
import org.jboss.arquillian.container.spi.event.container.BeforeStart;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.LoadableExtension;

/**
 * Makes {@link TestServer} the container of Arquillian, so that tests can also deploy to it and run
 * inside it.
 */
public final class HarnessExtension implements LoadableExtension {

  /** Called before Arquillian reads arquillian.xml, which refers to these properties. */
  @Override
  public void register(ExtensionBuilder builder) {
    WildFlyServer server = TestServer.process();
    System.setProperty("restante.arquillian.home", server.homeDirectory().toString());
    System.setProperty(
        "restante.arquillian.management.port", Integer.toString(server.managementPort()));
    System.setProperty("restante.arquillian.user", server.consoleUser());
    System.setProperty("restante.arquillian.password", server.consolePassword());
    builder.observer(Starter.class);
  }

  /** Starts the server before Arquillian connects to it. */
  public static final class Starter {

    public void start(@Observes BeforeStart event) {
      TestServer.start();
    }
  }
}
