package io.restante.test.harness;

import io.restante.server.Ports;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.byteman.agent.Main;
import org.jboss.byteman.agent.submit.ScriptText;
import org.jboss.byteman.agent.submit.Submit;

/**
 * Byteman's rules in the running JVM of a node of an {@link OwnServer}: what is to happen at chosen
 * places of its code. They end with the JVM.
 */
public final class ServerRules {

  private final int port = Ports.free();
  private final Submit submit = new Submit("localhost", port);
  private final List<ScriptText> added = new ArrayList<>();
  private int count;

  /** What the only node of an {@link OwnServer} is built with so that it takes rules. */
  public Map<String, String> environment() {
    String jar = Main.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return Map.of(
        "JDK_JAVA_OPTIONS",
        "\"-javaagent:%s=listener:true,port:%d,boot:%s\"".formatted(jar, port, jar));
  }

  /** From now on these rules hold as well. */
  public void add(String rules) {
    ScriptText script = new ScriptText("rules " + ++count, rules);
    try {
      String answer = submit.addScripts(List.of(script));
      if (answer.contains("ERROR") || answer.contains("exception")) {
        throw new IllegalStateException(answer);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    added.add(script);
  }

  /** No rule holds any more. */
  public void removeAll() {
    if (!added.isEmpty()) {
      try {
        submit.deleteScripts(added);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      added.clear();
    }
  }

  /** The JVM has ended, and its rules with it. */
  public void forget() {
    added.clear();
  }
}
