package io.restante.keys;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import com.google.crypto.tink.prf.PredefinedPrfParameters;
import io.restante.config.ConfigurationException;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;

/**
 * The key file: one JSON object with a Tink keyset for each purpose. It is as secret as what it
 * protects: mode 600, backed up apart from the database, the same on every node.
 */
record KeyFile(KeysetHandle sealing, KeysetHandle hashing) {
  private static final String SETTING = "restante.keys.file";

  static KeyFile read(Path file) {
    try (JsonReader reader = Json.createReader(new StringReader(Files.readString(file)))) {
      JsonObject keysets = reader.readObject();
      return new KeyFile(parse(keysets, "sealing"), parse(keysets, "hashing"));
    } catch (IOException | JsonException | NullPointerException | GeneralSecurityException e) {
      throw new ConfigurationException(
          SETTING, file.toString(), "a readable key file of Restante", e);
    }
  }

  /** Makes new keys and writes them, unless another node was faster: then that one's are read. */
  static KeyFile create(Path file) {
    try {
      KeyFile keys =
          new KeyFile(
              KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM),
              KeysetHandle.generateNew(PredefinedPrfParameters.HMAC_SHA256_PRF));
      keys.write(file);
      return keys;
    } catch (FileAlreadyExistsException faster) {
      return read(file);
    } catch (IOException | GeneralSecurityException e) {
      throw new ConfigurationException(SETTING, file.toString(), "a file that can be made", e);
    }
  }

  /** Written aside and linked into place, so that nobody ever reads half a file. */
  private void write(Path file) throws IOException, GeneralSecurityException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path draft =
        Files.createTempFile(
            directory,
            "keys",
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(
          draft,
          Json.createObjectBuilder()
              .add("sealing", serialize(sealing))
              .add("hashing", serialize(hashing))
              .build()
              .toString());
      Files.createLink(file, draft);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static KeysetHandle parse(JsonObject keysets, String purpose)
      throws GeneralSecurityException {
    return TinkJsonProtoKeysetFormat.parseKeyset(
        keysets.getJsonObject(purpose).toString(), InsecureSecretKeyAccess.get());
  }

  private static JsonObject serialize(KeysetHandle keyset) throws GeneralSecurityException {
    String json = TinkJsonProtoKeysetFormat.serializeKeyset(keyset, InsecureSecretKeyAccess.get());
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      return reader.readObject();
    }
  }
}
