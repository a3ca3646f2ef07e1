package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Lets builds and tests that use one distribution at once prepare something in it, one by one. */
final class TakingTurns {

  private TakingTurns() {}

  /** Runs the task while no other thread and no other process runs one in this directory. */
  static void in(Path directory, Runnable task) {
    synchronized (TakingTurns.class) {
      try {
        Files.createDirectories(directory);
        Path file = directory.resolve("lock");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.lock()) {
          if (lock.isValid()) {
            task.run();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
