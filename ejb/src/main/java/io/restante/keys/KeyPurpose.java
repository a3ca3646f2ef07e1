package io.restante.keys;

import com.google.crypto.tink.Parameters;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import com.google.crypto.tink.prf.PredefinedPrfParameters;

/** What the keys of a keyset are for. */
enum KeyPurpose {
  /** Bodies, cursors, confirmations and kept answers, with AES-256-GCM. */
  SEALING("sealing", PredefinedAeadParameters.AES256_GCM),
  /** Idempotency keys, with HMAC-SHA-256 as a pseudorandom function. */
  HASHING("hashing", PredefinedPrfParameters.HMAC_SHA256_PRF);

  private final String field;
  private final Parameters parameters;

  KeyPurpose(String field, Parameters parameters) {
    this.field = field;
    this.parameters = parameters;
  }

  /** Its name in the key file and in the command. */
  String field() {
    return field;
  }

  Parameters parameters() {
    return parameters;
  }
}
