package io.restante.keys;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.prf.PrfConfig;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.restante.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.GeneralSecurityException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The key file: one JSON object with a Tink keyset for each purpose, in which later keys stand
 * below earlier ones. It is as secret as what it protects: mode 600, backed up apart from the
 * database, the same on every node.
 *
 * <p>Read by the server at its start, and changed by {@link KeyFileCommand}.
 */
final class KeyFile {
  private static final String SETTING = "restante.keys.file";

  static {
    try {
      AeadConfig.register();
      PrfConfig.register();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Tink does not start.", e);
    }
  }

  private final Map<KeyPurpose, KeysetHandle> keysets;

  private KeyFile(Map<KeyPurpose, KeysetHandle> keysets) {
    this.keysets = keysets;
  }

  /**
   * A key of a keyset.
   *
   * @param primary whether it seals or hashes what is new
   */
  record KeyEntry(long id, boolean primary) {}

  static KeyFile read(Path file) {
    try {
      JsonObject json = object(JsonParser.parseString(Files.readString(file)));
      Map<KeyPurpose, KeysetHandle> keysets = new EnumMap<>(KeyPurpose.class);
      for (KeyPurpose purpose : KeyPurpose.values()) {
        keysets.put(purpose, parse(json, purpose));
      }
      return new KeyFile(keysets);
    } catch (IOException | JsonParseException | GeneralSecurityException e) {
      throw new ConfigurationException(
          SETTING, file.toString(), "a readable key file of Restante", e);
    }
  }

  /** Makes new keys and writes them, unless another node was faster: then that one's are read. */
  static KeyFile create(Path file) {
    try {
      Map<KeyPurpose, KeysetHandle> keysets = new EnumMap<>(KeyPurpose.class);
      for (KeyPurpose purpose : KeyPurpose.values()) {
        keysets.put(purpose, KeysetHandle.generateNew(purpose.parameters()));
      }
      KeyFile keys = new KeyFile(keysets);
      keys.write(file);
      return keys;
    } catch (FileAlreadyExistsException faster) {
      return read(file);
    } catch (IOException | GeneralSecurityException e) {
      throw new ConfigurationException(SETTING, file.toString(), "a file that can be made", e);
    }
  }

  KeysetHandle keyset(KeyPurpose purpose) {
    return keysets.get(purpose);
  }

  /** The keys of a purpose, in the order in which they were added. */
  List<KeyEntry> entries(KeyPurpose purpose) {
    KeysetHandle keyset = keysets.get(purpose);
    return IntStream.range(0, keyset.size())
        .mapToObj(keyset::getAt)
        .map(key -> new KeyEntry(Integer.toUnsignedLong(key.getId()), key.isPrimary()))
        .toList();
  }

  /** The same with one more key, which opens what others seal with it, but seals nothing yet. */
  KeyFile add(KeyPurpose purpose) {
    return with(
        purpose,
        KeysetHandle.newBuilder(keysets.get(purpose))
            .addEntry(
                KeysetHandle.generateEntryFromParameters(purpose.parameters()).withRandomId()));
  }

  /**
   * The same with another primary key.
   *
   * @throws IllegalArgumentException if there is no such key
   */
  KeyFile makePrimary(KeyPurpose purpose, long id) {
    KeysetHandle.Builder keyset = KeysetHandle.newBuilder(keysets.get(purpose));
    keyset.getAt(place(purpose, id)).makePrimary();
    return with(purpose, keyset);
  }

  /**
   * The same without a key.
   *
   * @throws IllegalArgumentException if there is no such key, or it is the primary one
   */
  KeyFile remove(KeyPurpose purpose, long id) {
    int place = place(purpose, id);
    if (entries(purpose).get(place).primary()) {
      throw new IllegalArgumentException(
          "Key " + id + " is the primary one: make another one primary first.");
    }
    return with(purpose, KeysetHandle.newBuilder(keysets.get(purpose)).deleteAt(place));
  }

  /** Puts this in the place of a key file, at once, for the same owner. */
  void replace(Path file) throws IOException {
    UserPrincipal owner = Files.getOwner(file);
    Path draft = draft(file);
    try {
      if (!owner.equals(Files.getOwner(draft))) {
        Files.setOwner(draft, owner);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Written aside and linked into place, so that nobody ever reads half a file. */
  private void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path draft = draft(file);
    try {
      Files.createLink(file, draft);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private Path draft(Path file) throws IOException {
    Path draft =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            "keys",
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      JsonObject json = new JsonObject();
      keysets.forEach((purpose, keyset) -> json.add(purpose.field(), serialize(keyset)));
      Files.writeString(draft, json.toString());
      return draft;
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
  }

  private KeyFile with(KeyPurpose purpose, KeysetHandle.Builder keyset) {
    try {
      Map<KeyPurpose, KeysetHandle> changed = new EnumMap<>(keysets);
      changed.put(purpose, keyset.build());
      return new KeyFile(changed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The keyset cannot be changed.", e);
    }
  }

  private int place(KeyPurpose purpose, long id) {
    List<Long> ids = entries(purpose).stream().map(KeyEntry::id).toList();
    if (!ids.contains(id)) {
      throw new IllegalArgumentException(
          "There is no " + purpose.field() + " key " + id + "; there are " + ids + ".");
    }
    return ids.indexOf(id);
  }

  private static KeysetHandle parse(JsonObject json, KeyPurpose purpose)
      throws GeneralSecurityException {
    return TinkJsonProtoKeysetFormat.parseKeyset(
        object(json.get(purpose.field())).toString(), InsecureSecretKeyAccess.get());
  }

  /** Not {@code getAsJsonObject}, which repeats in its message what is none: that may be a key. */
  private static JsonObject object(JsonElement element) {
    if (element instanceof JsonObject object) {
      return object;
    }
    throw new JsonParseException("An object is missing.");
  }

  private static JsonObject serialize(KeysetHandle keyset) {
    try {
      return JsonParser.parseString(
              TinkJsonProtoKeysetFormat.serializeKeyset(keyset, InsecureSecretKeyAccess.get()))
          .getAsJsonObject();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The keyset cannot be written.", e);
    }
  }
}
