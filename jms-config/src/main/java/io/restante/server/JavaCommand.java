package io.restante.server;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The Java that runs this JVM, and the options that WildFly's own start scripts give it. */
final class JavaCommand {

  /** As in {@code bin/common.sh} of WildFly. */
  private static final List<String> MODULE_OPTIONS =
      List.of(
          "--add-exports=java.desktop/sun.awt=ALL-UNNAMED",
          "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED",
          "--add-exports=java.naming/com.sun.jndi.url.ldap=ALL-UNNAMED",
          "--add-exports=java.naming/com.sun.jndi.url.ldaps=ALL-UNNAMED",
          "--add-exports=jdk.naming.dns/com.sun.jndi.dns=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.security=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.management/javax.management=ALL-UNNAMED",
          "--add-opens=java.naming/javax.naming=ALL-UNNAMED");

  /**
   * What a program that ends soon would never get back: the optimizing compiler takes half of the
   * processor time of a start; and a collector that works beside the program, in small steps, and
   * whenever there are more classes, a twentieth.
   */
  static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:MetaspaceSize=256m");

  private JavaCommand() {}

  /** A command that runs a module of the given WildFly. */
  static List<String> of(
      Path wildFly, List<String> jvmOptions, String module, List<String> arguments) {
    Stream<String> java =
        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Stream<String> modules =
        Stream.of(
            "-jar",
            wildFly.resolve("jboss-modules.jar").toString(),
            "-mp",
            wildFly.resolve("modules").toString(),
            module);
    return Stream.of(
            java, jvmOptions.stream(), MODULE_OPTIONS.stream(), modules, arguments.stream())
        .flatMap(s -> s)
        .toList();
  }
}
