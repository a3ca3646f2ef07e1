package io.restante.retention;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.keys.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Makes and opens the tokens that confirm a preview. A token is sealed for one change and one
 * principal, so it works for nothing and nobody else; how long it is good stands in the change.
 */
@ApplicationScoped
class Confirmations {
  private static final byte[] VERSION = {1};

  private Keys keys;

  /** For the container. */
  protected Confirmations() {}

  @Inject
  Confirmations(Keys keys) {
    this.keys = keys;
  }

  String seal(RetentionChange change) {
    return keys.sealToText(VERSION, purpose(change, change.principal()));
  }

  /**
   * @throws RestanteException TOKEN_INVALID unless it is the token of this change and principal
   */
  void require(RetentionChange change, String principal, String token) {
    if (keys.openText(token, purpose(change, principal)).isEmpty()
        || !principal.equals(change.principal())) {
      throw new RestanteException(
          ErrorCode.TOKEN_INVALID,
          "The confirmation is not that of this change, or not given to this principal.");
    }
  }

  private static String purpose(RetentionChange change, String principal) {
    return "retention change " + principal + " " + change.changeId();
  }
}
