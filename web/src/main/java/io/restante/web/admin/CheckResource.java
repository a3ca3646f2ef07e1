package io.restante.web.admin;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.cursor.Cursors;
import io.restante.idempotency.StoredAnswer;
import io.restante.identifier.Identifiers;
import io.restante.mailbox.MailboxCheck;
import io.restante.mailbox.MailboxCheckService;
import io.restante.queue.QueueCheck;
import io.restante.queue.QueueCheckService;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.Limited;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Comparing the counters of mailboxes and queues with their rows, and repairing what drifted.
 * Requirement 001.
 */
@Path("/v1/admin/check")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Administration")
public class CheckResource {
  @Inject private MailboxCheck check;
  @Inject private MailboxCheckService service;
  @Inject private QueueCheck queueCheck;
  @Inject private QueueCheckService queueService;
  @Inject private AccessControl access;
  @Inject private Cursors cursors;
  @Inject private Writes writes;

  @POST
  @Extension(name = OpenApiRefusals.ALSO, value = "CURSOR_INVALID CURSOR_EXPIRED")
  @Operation(
      summary = "Compare counters with rows, a bounded number of mailboxes or queues at once",
      description = "What drifted takes no writes from then on, until it is repaired.")
  @APIResponse(
      responseCode = "200",
      description = "What was found",
      content = @Content(schema = @Schema(implementation = CheckView.class)))
  public Response check(CheckRequest request, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    Caller caller = facts.caller();
    return request.isOfQueues()
        ? writes.runInPieces(
            facts, request, () -> runQueues(caller, request), part -> answer(caller, request, part))
        : writes.runInPieces(
            facts, request, () -> run(caller, request), part -> answer(caller, request, part));
  }

  @POST
  @Path("repair")
  @Extension(name = OpenApiRefusals.ALSO, value = "NOT_FOUND")
  @Operation(
      summary =
          "Set the counters of a mailbox or queue to what its rows say; it takes writes again",
      description = "Safe to repeat. The next sequence is never lowered.")
  @APIResponse(
      responseCode = "200",
      description = "The counters before and after",
      content = @Content(schema = @Schema(implementation = CheckView.Repaired.class)))
  public Response repair(CheckRequest.Repair request, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.run(
        facts,
        request,
        () ->
            Responses.json(
                200,
                request.queue() == null
                    ? CheckView.Repaired.of(
                        service.repair(facts.caller(), request.domain(), request.mailbox()))
                    : QueueCheckView.Repaired.of(
                        queueService.repair(facts.caller(), request.domain(), request.queue()))));
  }

  private MailboxCheck.Part run(Caller caller, CheckRequest request) {
    access.requireAdministrator(caller, "mailbox.check");
    return check.run(request.domainOrAll(), request.pattern(), after(caller, request));
  }

  private QueueCheck.Part runQueues(Caller caller, CheckRequest request) {
    access.requireAdministrator(caller, "queue.check");
    return queueCheck.run(request.domainOrAll(), request.queues(), after(caller, request));
  }

  private long after(Caller caller, CheckRequest request) {
    if (request.domainOrAll() != null) {
      Identifiers.require("domain", request.domain());
    }
    return request.cursor() == null
        ? 0
        : cursors.open(request.resource(), caller.principalId(), request.cursor());
  }

  private StoredAnswer answer(Caller caller, CheckRequest request, QueueCheck.Part part) {
    queueService.recordCheck(caller, request.domainOrAll(), request.queuePattern());
    return Responses.json(
        200,
        new QueueCheckView(
            part.checked(),
            part.found().stream().map(QueueCheckView.Found::of).toList(),
            cursors.seal(request.resource(), caller.principalId(), part.position()),
            part.hasMore()));
  }

  private StoredAnswer answer(Caller caller, CheckRequest request, MailboxCheck.Part part) {
    service.recordCheck(caller, request.domainOrAll(), request.pattern());
    return Responses.json(
        200,
        new CheckView(
            part.checked(),
            part.drifted().stream().map(CheckView.Drifted::of).toList(),
            cursors.seal(request.resource(), caller.principalId(), part.position()),
            part.hasMore()));
  }
}
