package io.restante.access;

/** A new token, shown this once. */
public record IssuedToken(String tokenId, String token) {
  @Override
  public String toString() {
    return "IssuedToken[" + tokenId + "]";
  }
}
