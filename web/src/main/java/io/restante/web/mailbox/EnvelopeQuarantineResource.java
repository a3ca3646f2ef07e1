package io.restante.web.mailbox;

import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.QuarantineService;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.Limited;
import io.restante.web.request.QueryNumbers;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
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

/** Setting an envelope aside whose body does not open. Requirement 000. */
@Path("/v1/domains/{domain}/mailboxes/{mailbox}/envelopes/{sequence}/quarantine")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Quarantine")
public class EnvelopeQuarantineResource {
  @Inject private QuarantineService quarantine;
  @Inject private Writes writes;

  @POST
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT")
  @Operation(
      summary = "Set an envelope aside whose body does not open; the mailbox goes on without it",
      description = "Safe to repeat. Nothing is deleted; an envelope that opens is a CONFLICT.")
  @APIResponse(
      responseCode = "200",
      description = "Set aside",
      content = @Content(schema = @Schema(implementation = QuarantineView.class)))
  public Response add(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @PathParam("sequence") String sequence,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    long place = QueryNumbers.parse("sequence", sequence, 0, 1, Long.MAX_VALUE);
    return writes.run(
        facts,
        new Addition(),
        () ->
            Responses.json(200, QuarantineView.of(quarantine.add(facts.caller(), address, place))));
  }

  private record Addition() {}
}
