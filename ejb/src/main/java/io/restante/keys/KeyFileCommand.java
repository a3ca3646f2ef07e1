package io.restante.keys;

import io.restante.config.ConfigurationException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Changes a key file from the command line, for the rotation of keys; the operations guide has the
 * procedure. It prints ids of keys, never a key. The server reads the file when it starts.
 */
public final class KeyFileCommand {
  static final int DONE = 0;
  static final int REFUSED = 1;
  static final int MISUSED = 2;

  private static final String USAGE =
      """
      Usage: KeyFileCommand FILE list
                            FILE add sealing|hashing
                            FILE primary sealing|hashing KEY
                            FILE remove sealing|hashing KEY
      """;

  private final Path file;
  private final PrintStream out;

  private KeyFileCommand(Path file, PrintStream out) {
    this.file = file;
    this.out = out;
  }

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), System.out));
  }

  /** Runs a command line, and returns the status to exit with. */
  static int run(List<String> arguments, PrintStream out) {
    try {
      return arguments.size() < 2
          ? misused(out)
          : new KeyFileCommand(Path.of(arguments.get(0)), out).run(arguments);
    } catch (NumberFormatException e) {
      out.println("A key is named by its id, a whole number: see list.");
      return REFUSED;
    } catch (ConfigurationException | IllegalArgumentException e) {
      out.println(e.getMessage());
      return REFUSED;
    } catch (IOException e) {
      out.println("The file cannot be replaced, and is as it was: " + e);
      return REFUSED;
    }
  }

  private int run(List<String> arguments) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("There is no file " + file + ".");
    }
    String command = arguments.get(1);
    int names = command.equals("list") ? 2 : command.equals("add") ? 3 : 4;
    if (arguments.size() != names) {
      return misused(out);
    }
    KeyFile keys = KeyFile.read(file);
    switch (command) {
      case "list" -> print(keys);
      case "add" -> replace(keys.add(purpose(arguments)));
      case "primary" -> replace(keys.makePrimary(purpose(arguments), id(arguments)));
      case "remove" -> replace(keys.remove(purpose(arguments), id(arguments)));
      default -> {
        return misused(out);
      }
    }
    return DONE;
  }

  private void replace(KeyFile keys) throws IOException {
    keys.replace(file.toRealPath());
    print(keys);
  }

  private void print(KeyFile keys) {
    for (KeyPurpose purpose : KeyPurpose.values()) {
      keys.entries(purpose)
          .forEach(
              key ->
                  out.println(
                      purpose.field() + " " + key.id() + (key.primary() ? " primary" : "")));
    }
  }

  private static KeyPurpose purpose(List<String> arguments) {
    String name = arguments.get(2);
    return Arrays.stream(KeyPurpose.values())
        .filter(purpose -> purpose.field().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("A key is for sealing or hashing, not " + name));
  }

  private static long id(List<String> arguments) {
    return Long.parseLong(arguments.get(3));
  }

  private static int misused(PrintStream out) {
    out.print(USAGE);
    return MISUSED;
  }
}
