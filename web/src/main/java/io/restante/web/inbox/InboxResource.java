package io.restante.web.inbox;

import io.restante.access.Caller;
import io.restante.cursor.Cursors;
import io.restante.error.ValidationFailedException;
import io.restante.inbox.DeadLetterPage;
import io.restante.inbox.DeadLetterQuery;
import io.restante.inbox.InboxOperation;
import io.restante.inbox.InboxPurgeRequest;
import io.restante.inbox.InboxScope;
import io.restante.inbox.MessageId;
import io.restante.ratelimit.RateLimit;
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
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * What the inbox has recorded of the messages of a scope, and what of it is dead. Requirement 004.
 */
@Path("/v1/domains/{domain}/inbox/{scope}")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Inbox")
public class InboxResource {
  @Inject private InboxOperation inbox;
  @Inject private Cursors cursors;
  @Inject private Writes writes;

  @GET
  @Path("dead")
  @Operation(summary = "List the dead messages of a scope, by when they died, oldest first")
  public InboxView.Page dead(
      @PathParam("domain") String domain,
      @PathParam("scope") String scope,
      @Parameter(description = "`nextCursor` of an earlier page") @QueryParam("cursor")
          String cursor,
      @Parameter(description = "1 to 1000, else 100") @QueryParam("limit") String limit,
      @Parameter(description = "Only messages of this type") @QueryParam("type") String type,
      @Parameter(description = "Only those that died before this time") @QueryParam("before")
          String before,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    InboxScope wanted = new InboxScope(domain, scope);
    String resource = domain + "/" + wanted.resource() + "/dead";
    DeadLetterPage page =
        inbox.page(
            caller,
            new DeadLetterQuery(
                wanted,
                cursor == null
                    ? null
                    : position(cursors.openText(resource, caller.principalId(), cursor)),
                (int)
                    QueryNumbers.parse(
                        "limit",
                        limit,
                        DeadLetterQuery.DEFAULT_LIMIT,
                        1,
                        DeadLetterQuery.MAX_LIMIT),
                type,
                time(before)));
    return InboxView.Page.of(
        page,
        page.position() == null
            ? null
            : cursors.sealText(resource, caller.principalId(), text(page.position())));
  }

  @POST
  @Path("dead/retry")
  @Operation(
      summary = "Open dead messages again, as if they had never failed",
      description = "It causes no delivery: replay the messages at the broker afterwards.")
  @APIResponse(
      responseCode = "200",
      description = "Those of them that were dead",
      content = @Content(schema = @Schema(implementation = InboxView.Changed.class)))
  public Response retry(
      @PathParam("domain") String domain,
      @PathParam("scope") String scope,
      InboxIdsRequest request,
      @Context HttpServletRequest http) {
    return change(domain, scope, request, http, inbox::retry);
  }

  @POST
  @Path("dead/purge")
  @Operation(summary = "Delete dead messages for good; delivered again, they are new")
  @APIResponse(
      responseCode = "200",
      description = "Those of them that were dead",
      content = @Content(schema = @Schema(implementation = InboxView.Changed.class)))
  public Response purgeDead(
      @PathParam("domain") String domain,
      @PathParam("scope") String scope,
      InboxIdsRequest request,
      @Context HttpServletRequest http) {
    return change(domain, scope, request, http, inbox::purge);
  }

  @GET
  @Path("messages/{messageId}")
  @Operation(summary = "Show what is recorded of a message")
  public InboxView get(
      @PathParam("domain") String domain,
      @PathParam("scope") String scope,
      @PathParam("messageId") String messageId,
      @Context HttpServletRequest http) {
    return InboxView.of(
        inbox.get(
            RequestFacts.of(http).caller(),
            new InboxScope(domain, scope),
            new MessageId(messageId)));
  }

  @POST
  @Path("purge")
  @Operation(
      summary = "Clear records of a scope away that are old enough, a bounded number at once",
      description = "Safe to repeat, and to be repeated while a number is at the limit.")
  @APIResponse(
      responseCode = "200",
      description = "How many were cleared away",
      content = @Content(schema = @Schema(implementation = InboxView.Purged.class)))
  public Response purge(
      @PathParam("domain") String domain,
      @PathParam("scope") String scope,
      InboxPurgeForm form,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    InboxPurgeRequest request = form.request(new InboxScope(domain, scope));
    return writes.runInPieces(
        facts,
        form,
        () -> inbox.purge(facts.caller(), request),
        report -> {
          inbox.recordPurge(facts.caller(), request.scope(), report);
          return Responses.json(200, InboxView.Purged.of(report));
        });
  }

  private Response change(
      String domain, String scope, InboxIdsRequest request, HttpServletRequest http, Act act) {
    RequestFacts facts = RequestFacts.of(http);
    InboxScope of = new InboxScope(domain, scope);
    List<MessageId> ids = request.messageIds();
    return writes.run(
        facts,
        request,
        () -> Responses.json(200, InboxView.Changed.of(act.on(facts.caller(), of, ids))));
  }

  private static String text(DeadLetterQuery.Position position) {
    return position.deadAt() + " " + position.id().value();
  }

  private static DeadLetterQuery.Position position(String text) {
    int space = text.indexOf(' ');
    return new DeadLetterQuery.Position(
        Instant.parse(text.substring(0, space)), new MessageId(text.substring(space + 1)));
  }

  private static Instant time(String text) {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new ValidationFailedException("before", "must be a time such as 2026-01-31T12:00:00Z");
    }
  }

  private interface Act {
    List<MessageId> on(Caller caller, InboxScope scope, List<MessageId> ids);
  }
}
