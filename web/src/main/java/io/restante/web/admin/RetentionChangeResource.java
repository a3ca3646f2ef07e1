package io.restante.web.admin;

import io.restante.access.Caller;
import io.restante.cursor.Cursors;
import io.restante.ratelimit.RateLimit;
import io.restante.retention.RetentionChangeService;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.Limited;
import io.restante.web.request.QueryNumbers;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Shortening the life of envelopes that are held already: a preview first, then its confirmation.
 * Requirement 002.
 */
@Path("/v1/admin/retention-changes")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Administration")
public class RetentionChangeResource {
  private static final String RESOURCE = "admin/retention-changes";

  @Inject private RetentionChangeService changes;
  @Inject private Cursors cursors;
  @Inject private Writes writes;

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Extension(name = OpenApiRefusals.ALSO, value = "NOT_FOUND")
  @Operation(
      summary = "Preview a shorter life of envelopes that are held already; changes none of them",
      description = "The answer's token confirms exactly this preview, for ten minutes.")
  @APIResponse(
      responseCode = "201",
      description = "What would be removed and shortened",
      content = @Content(schema = @Schema(implementation = RetentionChangeView.class)))
  public Response preview(RetentionChangeRequest request, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.runSecret(
        facts,
        request,
        () ->
            Responses.json(
                201,
                RetentionChangeView.of(
                    changes.preview(
                        facts.caller(),
                        request.domainOrAll(),
                        request.mailboxPattern(),
                        request.ttlSeconds()))));
  }

  @POST
  @Path("{change}/apply")
  @Consumes(MediaType.APPLICATION_JSON)
  @Extension(name = OpenApiRefusals.ALSO, value = "TOKEN_INVALID TOKEN_EXPIRED")
  @Operation(
      summary = "Confirm a preview: its run begins in the background",
      description = "Safe to repeat. The run survives crashes; any node goes on with it.")
  @APIResponse(
      responseCode = "202",
      description = "Begun, or begun before",
      content = @Content(schema = @Schema(implementation = RetentionChangeView.class)))
  public Response apply(
      @PathParam("change") String change,
      RetentionChangeView.Confirmation request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.run(
        facts,
        request,
        () ->
            Responses.json(
                202,
                RetentionChangeView.of(
                    changes.apply(facts.caller(), change, request.confirmationToken()))));
  }

  @GET
  @Path("{change}")
  @Operation(summary = "Show a retention change and how far its run is")
  public RetentionChangeView get(
      @PathParam("change") String change, @Context HttpServletRequest http) {
    return RetentionChangeView.of(changes.get(RequestFacts.of(http).caller(), change));
  }

  @GET
  @Operation(summary = "List the retention changes, newest first")
  public RetentionChangeView.Page list(
      @Parameter(description = "`nextCursor` of an earlier page") @QueryParam("cursor")
          String cursor,
      @Parameter(description = "1 to 100, else 50") @QueryParam("limit") String limit,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    long before =
        cursor == null ? Long.MAX_VALUE : cursors.open(RESOURCE, caller.principalId(), cursor);
    RetentionChangeService.Page page =
        changes.page(caller, before, (int) QueryNumbers.parse("limit", limit, 50, 1, 100));
    return new RetentionChangeView.Page(
        page.changes().stream().map(RetentionChangeView::of).toList(),
        cursors.seal(RESOURCE, caller.principalId(), page.position()),
        page.hasMore());
  }
}
