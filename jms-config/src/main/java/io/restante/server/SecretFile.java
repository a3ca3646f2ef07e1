package io.restante.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** Files that only their owner can read. */
final class SecretFile {

  private static final int BYTES = 32;

  private SecretFile() {}

  /** The secret in the file; made at random, 256 bit, if there is none yet. */
  static String readOrCreate(Path file, String prefix) {
    try {
      if (!Files.exists(file)) {
        write(file, prefix + random());
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces the file at once: a reader sees the old content or the new. */
  static void write(Path file, String content) {
    try {
      Files.createDirectories(file.getParent());
      Path draft =
          Files.createTempFile(
              file.getParent(), file.getFileName().toString(), ".tmp", ownerOnly());
      Files.writeString(draft, content, StandardCharsets.UTF_8);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static FileAttribute<?> ownerOnly() {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  }
}
