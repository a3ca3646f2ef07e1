package io.restante.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Processes of an earlier run whose launcher was killed. A process is ours only if one of its
 * arguments is exactly the one that names our data directory; a pid alone proves nothing, because
 * the system uses pids again.
 */
final class Leftovers {

  private static final Duration GRACE = Duration.ofSeconds(20);

  private Leftovers() {}

  /** Stops them, by force after a while, and returns how many there were. */
  static int stop(String argument) {
    List<ProcessHandle> found = find(argument);
    found.forEach(ProcessHandle::destroy);
    for (ProcessHandle process : found) {
      if (!Waiting.until(GRACE, () -> !hasArgument(process, argument))) {
        process.destroyForcibly();
        Waiting.until(GRACE, () -> !hasArgument(process, argument));
      }
    }
    return found.size();
  }

  static List<ProcessHandle> find(String argument) {
    return ProcessHandle.allProcesses().filter(p -> hasArgument(p, argument)).toList();
  }

  private static boolean hasArgument(ProcessHandle process, String argument) {
    return arguments(process).contains(argument);
  }

  /** Empty for a process that ended, also while its parent has not collected it. */
  private static List<String> arguments(ProcessHandle process) {
    Path commandLine = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      return process.info().arguments().map(List::of).orElse(List.of());
    }
    try {
      // ProcessHandle itself reads no more than a page of it, and a server's is longer.
      return List.of(Files.readString(commandLine, StandardCharsets.ISO_8859_1).split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
  }
}
