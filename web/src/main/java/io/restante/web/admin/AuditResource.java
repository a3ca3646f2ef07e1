package io.restante.web.admin;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.audit.AuditPage;
import io.restante.audit.AuditQuery;
import io.restante.audit.AuditReader;
import io.restante.cursor.Cursors;
import io.restante.error.ValidationFailedException;
import io.restante.ratelimit.RateLimit;
import io.restante.web.request.Limited;
import io.restante.web.request.QueryNumbers;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The audit: it is read here, and changed by nobody. Requirement 002. */
@Path("/v1/admin/audit")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Administration")
public class AuditResource {
  private static final String RESOURCE = "admin/audit";

  @Inject private AuditReader audit;
  @Inject private AccessControl access;
  @Inject private Cursors cursors;

  @GET
  @Operation(
      summary = "Read the audit, newest first",
      description = "Filters are compared whole; a cursor of one filter works with another.")
  public AuditView read(
      @Parameter(description = "`nextCursor` of an earlier page") @QueryParam("cursor")
          String cursor,
      @Parameter(description = "1 to 100, else 50") @QueryParam("limit") String limit,
      @Parameter(description = "Who: the id of a principal") @QueryParam("principal")
          String principal,
      @Parameter(description = "What, such as mailbox.delete") @QueryParam("action") String action,
      @Parameter(description = "In which domain") @QueryParam("domain") String domain,
      @Parameter(description = "On what, such as mailboxes/bob") @QueryParam("resource")
          String resource,
      @Parameter(description = "DONE, or the code of a refusal") @QueryParam("outcome")
          String outcome,
      @Parameter(description = "At this time or later") @QueryParam("from") String from,
      @Parameter(description = "Before this time") @QueryParam("to") String to,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    access.requireAdministrator(caller, "audit.read");
    AuditQuery query =
        new AuditQuery(
            principal, action, domain, resource, outcome, time("from", from), time("to", to));
    long before =
        cursor == null ? AuditReader.NEWEST : cursors.open(RESOURCE, caller.principalId(), cursor);
    AuditPage page =
        audit.page(query, before, (int) QueryNumbers.parse("limit", limit, 50, 1, 100));
    return new AuditView(
        page.entries().stream().map(AuditView.Item::of).toList(),
        cursors.seal(RESOURCE, caller.principalId(), page.position()),
        page.hasMore());
  }

  private static Instant time(String field, String text) {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new ValidationFailedException(field, "must be a time such as 2026-01-31T12:00:00Z");
    }
  }
}
