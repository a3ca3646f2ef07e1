package io.restante.audit;

import org.jboss.logging.MDC;

/**
 * One decision: who did what to which resource, with which outcome. It holds identifiers of
 * resources, never a body, a token or a name of a person.
 *
 * @param detail numbers that the act ended with, or null; at most 512 ASCII characters
 */
public record AuditEntry(
    String principalId,
    String action,
    String domain,
    String resource,
    String outcome,
    String requestId,
    String detail) {
  public static final String DONE = "DONE";

  private static final int MAX_RESOURCE = 256;

  /** The key of the request id in the logging context of a request's thread. */
  public static final String REQUEST_ID = "requestId";

  /**
   * @param principalId who, or null for the system itself
   * @param action a feature and a verb, for instance {@code mailbox.delete}
   * @return an entry with outcome DONE, of the request on this thread, if any
   */
  public static AuditEntry of(String principalId, String action) {
    return new AuditEntry(
        principalId, action, null, null, DONE, (String) MDC.get(REQUEST_ID), null);
  }

  public AuditEntry in(String aDomain) {
    return new AuditEntry(principalId, action, aDomain, resource, outcome, requestId, detail);
  }

  /** A resource that is longer than the column, such as a scope's of foreign letters, is cut. */
  public AuditEntry on(String aResource) {
    String kept =
        aResource != null && aResource.length() > MAX_RESOURCE
            ? aResource.substring(0, MAX_RESOURCE)
            : aResource;
    return new AuditEntry(principalId, action, domain, kept, outcome, requestId, detail);
  }

  public AuditEntry during(String aRequestId) {
    return new AuditEntry(principalId, action, domain, resource, outcome, aRequestId, detail);
  }

  public AuditEntry withOutcome(String anOutcome) {
    return new AuditEntry(principalId, action, domain, resource, anOutcome, requestId, detail);
  }

  public AuditEntry withDetail(String aDetail) {
    return new AuditEntry(principalId, action, domain, resource, outcome, requestId, aDetail);
  }
}
