package io.restante.server;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The account for the management console of one server.
 *
 * @param name its name
 * @param password its password, made at random
 */
record ManagementUser(String name, String password) {

  private static final String REALM = "ManagementRealm";

  /** The account of the server with the given base directory, whose password is kept there. */
  static ManagementUser of(Path base) {
    return new ManagementUser(
        "admin", SecretFile.readOrCreate(base.resolve("console-password"), ""));
  }

  /** Writes what {@code add-user.sh} would write. */
  void writeTo(Path configuration) {
    SecretFile.write(
        configuration.resolve("mgmt-users.properties"),
        "#$REALM_NAME=" + REALM + "$\n" + name + "=" + hash() + "\n");
  }

  /** The digest that the protocol prescribes. */
  private String hash() {
    try {
      byte[] text = (name + ":" + REALM + ":" + password).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
