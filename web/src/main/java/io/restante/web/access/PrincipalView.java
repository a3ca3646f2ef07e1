package io.restante.web.access;

import io.restante.access.IssuedToken;
import io.restante.access.Policy;
import io.restante.access.PrincipalKind;
import io.restante.access.PrincipalState;
import io.restante.access.TokenState;
import java.time.Instant;
import java.util.List;

/** A principal. */
public record PrincipalView(
    String principalId,
    String name,
    PrincipalKind kind,
    long policyEpoch,
    Instant createdAt,
    Instant disabledAt,
    String subject) {
  static PrincipalView of(PrincipalState state) {
    return new PrincipalView(
        state.principalId(),
        state.name(),
        state.kind(),
        state.policyEpoch(),
        state.createdAt(),
        state.disabledAt(),
        state.subject());
  }

  /** All principals. */
  public record Page(List<PrincipalView> principals) {}

  /** The grants of a principal, and the epoch to change them with. */
  public record Grants(long policyEpoch, List<GrantsRequest.Item> grants) {
    static Grants of(Policy policy) {
      return new Grants(
          policy.principal().policyEpoch(),
          policy.grants().stream().map(GrantsRequest.Item::of).toList());
    }
  }

  /** The caller itself. */
  public record Self(
      String principalId,
      String name,
      PrincipalKind kind,
      long policyEpoch,
      List<GrantsRequest.Item> grants) {
    static Self of(Policy policy) {
      PrincipalState principal = policy.principal();
      return new Self(
          principal.principalId(),
          principal.name(),
          principal.kind(),
          principal.policyEpoch(),
          policy.grants().stream().map(GrantsRequest.Item::of).toList());
    }
  }

  /** A new token, shown this once. */
  public record NewToken(String tokenId, String token) {
    static NewToken of(IssuedToken issued) {
      return new NewToken(issued.tokenId(), issued.token());
    }

    @Override
    public String toString() {
      return "NewToken[" + tokenId + "]";
    }
  }

  /** A token, without itself. */
  public record Token(
      String tokenId, String label, Instant createdAt, Instant expiresAt, Instant revokedAt) {
    static Token of(TokenState state) {
      return new Token(
          state.tokenId(), state.label(), state.createdAt(), state.expiresAt(), state.revokedAt());
    }
  }

  /** The tokens of a principal. */
  public record Tokens(List<Token> tokens) {}
}
