package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The facts about a running Restante: {@code run.json} for scripts, lines for people. */
final class RunFile {

  private final Path file;
  private final WildFlyServer server;
  private final EmbeddedMariaDb database;
  private final String adminToken;

  RunFile(Path file, WildFlyServer server, EmbeddedMariaDb database, String adminToken) {
    this.file = file;
    this.server = server;
    this.database = database;
    this.adminToken = adminToken;
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Readable by its owner only, since it holds a token and passwords. */
  void write() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("baseUrl", quoted(baseUrl()));
    facts.put("consoleUrl", quoted(server.consoleUri().toString()));
    facts.put("consoleUser", quoted(server.consoleUser()));
    facts.put("consolePassword", quoted(server.consolePassword()));
    facts.put("adminToken", quoted(adminToken));
    facts.put("databaseUrl", quoted(databaseUrl()));
    facts.put("pid", Long.toString(ProcessHandle.current().pid()));
    facts.put("serverPid", Long.toString(server.pid()));
    facts.put("databasePid", Long.toString(database.pid()));
    String lines =
        facts.entrySet().stream()
            .map(e -> "  " + quoted(e.getKey()) + ": " + e.getValue())
            .collect(Collectors.joining(",\n"));
    SecretFile.write(file, "{\n" + lines + "\n}\n");
  }

  /** What a person needs for the first steps. */
  String summary() {
    return """

        Restante is ready.

          Base URL       %1$s
          Console        %2$s (user %3$s, password in %4$s)
          Admin token    %5$s
          Facts          %4$s

        Submit an envelope:

          curl -sS -X POST %1$s/domains/main/mailboxes/hello/envelopes \\
            -H 'Authorization: Bearer %5$s' \\
            -H 'Content-Type: application/json' \\
            -d '{"messageId":"first","body":"aGVsbG8="}'

        Ctrl-C stops it.
        """
        .formatted(baseUrl(), server.consoleUri(), server.consoleUser(), file, adminToken);
  }

  private String baseUrl() {
    return server.rootUri().resolve("v1").toString();
  }

  private String databaseUrl() {
    return database.jdbcUrl() + "?user=" + database.user() + "&password=" + database.password();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
