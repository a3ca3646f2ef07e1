package io.restante.keys;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.prf.Prf;
import com.google.crypto.tink.prf.PrfSet;
import io.restante.config.ConfigurationException;
import io.restante.config.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Seals and hashes with the keys of {@code restante.keys.file}. A missing file stops the
 * deployment, unless {@code restante.keys.create} says that this is a first start.
 */
@ApplicationScoped
public class Keys {
  private static final Logger LOG = Logger.getLogger(Keys.class);
  private static final int HASH_BYTES = 32;

  /** What Tink puts before what it seals: a format, and the id of the key. */
  private static final int PREFIX_BYTES = 1 + Integer.BYTES;

  private static final byte TINK_FORMAT = 1;

  private Aead sealing;
  private PrfSet hashing;

  /** The keys that were looked for in vain: each is told once. */
  private final Set<Long> missing = ConcurrentHashMap.newKeySet();

  private List<Long> sealingKeys;
  private long primaryKey;

  /** For the container. */
  protected Keys() {}

  @Inject
  public Keys(Settings settings) {
    this(load(settings));
  }

  private Keys(KeyFile file) {
    try {
      sealing =
          file.keyset(KeyPurpose.SEALING).getPrimitive(RegistryConfiguration.get(), Aead.class);
      hashing =
          file.keyset(KeyPurpose.HASHING).getPrimitive(RegistryConfiguration.get(), PrfSet.class);
      sealingKeys = file.entries(KeyPurpose.SEALING).stream().map(KeyFile.KeyEntry::id).toList();
      primaryKey =
          sealingKey(seal(new byte[0], "probe"))
              .orElseThrow(
                  () -> new GeneralSecurityException("The primary key does not name itself."));
    } catch (GeneralSecurityException e) {
      throw new ConfigurationException(
          "restante.keys.file", "(its content)", "keysets of AES256_GCM and HMAC_SHA256_PRF", e);
    }
  }

  /** Does nothing, but only if there are keys: the container makes this bean when it is called. */
  public void requirePresent() {}

  /** Keys read from or made in the given file; for tests. */
  public static Keys at(Path file) {
    return new Keys(Files.exists(file) ? KeyFile.read(file) : KeyFile.create(file));
  }

  /** Seals text so that only the same purpose opens it. */
  public byte[] seal(byte[] plain, String purpose) {
    try {
      return sealing.encrypt(plain, purpose.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Sealing failed.", e);
    }
  }

  /** What was sealed for this purpose, or nothing if it was not, or not with these keys. */
  public Optional<byte[]> open(byte[] sealed, String purpose) {
    try {
      return Optional.of(sealing.decrypt(sealed, purpose.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  /**
   * The same of a row that names the key. A row that names another one than the bytes begin with
   * was damaged; one whose key is not here was not.
   *
   * @throws MissingKeyException if these are not the keys to open it with
   */
  public Optional<byte[]> open(byte[] sealed, long namedKey, String purpose) {
    if (sealingKey(sealed).filter(key -> key == namedKey).isEmpty()) {
      return Optional.empty();
    }
    if (!sealingKeys.contains(namedKey)) {
      if (missing.add(namedKey)) {
        LOG.errorf(
            "The sealing key %d, which stored records name, is not in restante.keys.file of this"
                + " node. What is sealed with it is refused here as UNAVAILABLE.",
            namedKey);
      }
      throw new MissingKeyException();
    }
    return open(sealed, purpose);
  }

  /** The key that something was sealed with, by its own beginning; nothing if it has none. */
  public static Optional<Long> sealingKey(byte[] sealed) {
    return sealed.length < PREFIX_BYTES || sealed[0] != TINK_FORMAT
        ? Optional.empty()
        : Optional.of(Integer.toUnsignedLong(ByteBuffer.wrap(sealed, 1, Integer.BYTES).getInt()));
  }

  /** Seals as {@link #seal} does, into text that may stand in a URL. */
  public String sealToText(byte[] plain, String purpose) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(seal(plain, purpose));
  }

  /**
   * Opens what {@link #sealToText} wrote, or nothing. Base64 has several spellings of some byte
   * strings; only the one that was written counts.
   */
  public Optional<byte[]> openText(String text, String purpose) {
    try {
      byte[] sealed = Base64.getUrlDecoder().decode(text);
      boolean canonical =
          Base64.getUrlEncoder().withoutPadding().encodeToString(sealed).equals(text);
      return canonical ? open(sealed, purpose) : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  /** The ids of the keys that seal and open, in the order in which they were added. */
  public List<Long> sealingKeys() {
    return sealingKeys;
  }

  /** The id of the key that seals. */
  public long primarySealingKey() {
    return primaryKey;
  }

  /** The keys that were added before the primary one: what they sealed is to be sealed anew. */
  public List<Long> olderSealingKeys() {
    return sealingKeys.subList(0, sealingKeys.indexOf(primaryKey));
  }

  /**
   * Keyed hashes of 32 bytes, one with each key, that of the primary key first: the same for the
   * same input, telling nothing of it.
   */
  public List<byte[]> hashes(byte[] input) {
    try {
      List<byte[]> hashes = new ArrayList<>();
      hashes.add(hashing.computePrimary(input, HASH_BYTES));
      for (Map.Entry<Integer, Prf> key : hashing.getPrfs().entrySet()) {
        if (key.getKey() != hashing.getPrimaryId()) {
          hashes.add(key.getValue().compute(input, HASH_BYTES));
        }
      }
      return hashes;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Hashing failed.", e);
    }
  }

  private static KeyFile load(Settings settings) {
    Path file =
        settings
            .text("restante.keys.file")
            .map(Path::of)
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "restante.keys.file", "", "the path of the key file"));
    if (Files.exists(file)) {
      return KeyFile.read(file);
    }
    if (settings.flag("restante.keys.create", false)) {
      return KeyFile.create(file);
    }
    throw new ConfigurationException(
        "restante.keys.file",
        file.toString(),
        "an existing key file; set restante.keys.create=true at the very first start to make one");
  }
}
