package io.restante.ratelimit;

import java.util.Locale;

/**
 * What is limited, of whom, and how much of it where nothing is configured. Everything here is in
 * the table of docs/configuration.md.
 */
public enum RateLimit {
  /** Requests of a client address to the API, whoever makes them; before any token is looked at. */
  ADDRESS(120_000, 4_000, "requests from this address"),
  /** Requests of a client address without a token, or with one that is not valid. */
  UNAUTHENTICATED(600, 100, "requests without a valid token from this address"),
  /** Envelopes that a principal submits; a batch counts all of its items. */
  SUBMIT(60_000, 2_000, "submits of this principal"),
  /** Requests of a principal that change nothing. */
  READ(30_000, 1_000, "reads of this principal"),
  /** Requests of a principal that change something, other than submits. */
  WRITE(30_000, 1_000, "writes of this principal"),
  /** Requests of a principal on administrators' routes. */
  ADMINISTRATION(1_200, 200, "administrative requests of this principal"),
  /** What a principal is refused for lack of a grant; each leaves an audit record. */
  REFUSED(60, 60, "refused requests of this principal");

  private final long perMinute;
  private final long burst;
  private final String what;

  RateLimit(long perMinute, long burst, String what) {
    this.perMinute = perMinute;
    this.burst = burst;
    this.what = what;
  }

  /** Its name in settings and metrics. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its rate where nothing is configured. */
  Rate standard() {
    return new Rate(perMinute, burst);
  }

  String what() {
    return what;
  }
}
