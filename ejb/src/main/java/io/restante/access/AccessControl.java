package io.restante.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.jwt.JwtVerifier;
import io.restante.ratelimit.RateLimit;
import io.restante.ratelimit.RateLimits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Says who a token is and what a principal may do. What it looked up it remembers for two seconds,
 * so a revoked token or grant ends on every node within that, and on this one at once.
 *
 * <p>What it refuses for lack of a grant is audited, in a transaction of its own, before the caller
 * is told; what does not exist for the caller as well, and no differently for what does exist. Who
 * is refused too often is told so instead, and leaves no more records.
 */
@ApplicationScoped
public class AccessControl {
  private static final Duration MEMORY = Duration.ofSeconds(2);
  private static final Duration PROVEN = Duration.ofMinutes(10);
  private static final int MOST = 100_000;
  private static final int MAX_ID = 36;

  @Inject private PolicyReader reader;
  @Inject private AuditTrail audit;
  @Inject private RateLimits limits;
  @Inject private JwtVerifier jwts;
  @Inject private Clock clock;

  private final Cache<TokenHash, Optional<TokenOwner>> tokens =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(MEMORY).build();

  private final Cache<TokenHash, Boolean> proven =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(PROVEN).build();

  private final LoadingCache<String, List<Grant>> grants =
      Caffeine.newBuilder()
          .maximumSize(MOST)
          .expireAfterWrite(MEMORY)
          .build(principalId -> reader.grants(principalId));

  /**
   * The principal of a token of ours or of the identity provider's, unless the token is unknown,
   * revoked, expired or its owner disabled.
   */
  public Optional<Caller> authenticate(String token) {
    Instant now = clock.instant();
    TokenHash hash = TokenHash.of(token);
    Optional<Caller> caller =
        owner(token, hash).filter(owner -> owner.isUsable(now)).map(TokenOwner::caller);
    if (caller.isEmpty()) {
      proven.invalidate(hash);
    } else if (proven.getIfPresent(hash) == null) {
      proven.put(hash, true);
    }
    return caller;
  }

  /**
   * Of tokens of the identity provider, only good ones are remembered: verifying needs no database,
   * but perhaps the provider, and the cache must not wait for that.
   */
  private Optional<TokenOwner> owner(String token, TokenHash hash) {
    if (token.startsWith(SecretToken.PREFIX)) {
      return tokens.get(hash, h -> reader.owner(h.bytes()));
    }
    Optional<TokenOwner> known = tokens.getIfPresent(hash);
    return known != null
        ? known
        : jwts.verify(token).flatMap(subject -> tokens.get(hash, h -> reader.owner(subject)));
  }

  /**
   * Whether the token was good for something within ten minutes. It says nothing about the present,
   * but that it is not guessed: looking it up is not refused for what others try from the same
   * address.
   */
  public boolean isProven(String token) {
    return proven.getIfPresent(TokenHash.of(token)) != null;
  }

  /**
   * Lets a caller pass that was granted the capability on the resource.
   *
   * @throws NotFoundException if it was granted nothing there: for it, the resource does not exist
   * @throws RestanteException FORBIDDEN if it was granted something else there; RATE_LIMITED if it
   *     was refused too often
   */
  public void require(Caller caller, Capability wanted, String domain, String resource) {
    if (allows(caller, wanted, domain, resource)) {
      return;
    }
    List<Grant> held = grants.get(caller.principalId());
    boolean concerned = held.stream().anyMatch(grant -> grant.concerns(domain, resource));
    RestanteException refusal =
        concerned
            ? new RestanteException(
                ErrorCode.FORBIDDEN, "This needs the capability " + wanted.text() + ".")
            : new NotFoundException();
    limits.take(RateLimit.REFUSED, caller.principalId());
    audit.recordRefusal(
        refused(caller, wanted.text().replace(':', '.'), refusal).in(domain).on(resource));
    throw refusal;
  }

  /** Whether a principal holds the capability on the resource now; refuses and records nothing. */
  public boolean allows(Caller caller, Capability wanted, String domain, String resource) {
    return grants.get(caller.principalId()).stream()
        .anyMatch(grant -> grant.allows(wanted, domain, resource));
  }

  /**
   * Lets an administrator of the whole instance pass.
   *
   * @param action what the caller wants to do, for the audit of a refusal
   */
  public void requireAdministrator(Caller caller, String action) {
    if (grants.get(caller.principalId()).stream().noneMatch(Grant::coversInstance)) {
      RestanteException refusal =
          new RestanteException(ErrorCode.FORBIDDEN, "This is for administrators.");
      limits.take(RateLimit.REFUSED, caller.principalId());
      audit.recordRefusal(refused(caller, action, refusal));
      throw refusal;
    }
  }

  /** An application on the server may name a caller that is longer than any principal's id. */
  private static AuditEntry refused(Caller caller, String action, RestanteException refusal) {
    String id = caller.principalId();
    return AuditEntry.of(id.length() > MAX_ID ? id.substring(0, MAX_ID) : id, action)
        .withOutcome(refusal.code().name());
  }

  /** Forgets what was looked up of a principal, on this node; the others do within seconds. */
  void forget(String principalId) {
    grants.invalidate(principalId);
    tokens
        .asMap()
        .values()
        .removeIf(
            owner -> owner.map(o -> o.caller().principalId().equals(principalId)).orElse(false));
  }
}
