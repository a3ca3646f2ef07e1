package io.restante.web.mailbox;

import io.restante.access.Caller;
import io.restante.cursor.Cursors;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.QuarantinePage;
import io.restante.mailbox.QuarantineService;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.Limited;
import io.restante.web.request.QueryNumbers;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
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
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * The envelopes of a mailbox that were set aside since their bodies do not open. Requirement 000.
 */
@Path("/v1/domains/{domain}/mailboxes/{mailbox}/quarantine")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Quarantine")
public class QuarantineResource {
  @Inject private QuarantineService quarantine;
  @Inject private Cursors cursors;
  @Inject private Writes writes;

  @GET
  @Operation(summary = "List the quarantined envelopes, oldest first, without their bodies")
  public QuarantineView.Page list(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Parameter(description = "`nextCursor` of an earlier page") @QueryParam("cursor")
          String cursor,
      @Parameter(description = "1 to 100, else 50") @QueryParam("limit") String limit,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    String resource =
        domain + "/" + address.resource() + "/quarantine#" + quarantine.require(caller, address);
    long after = cursor == null ? 0 : cursors.open(resource, caller.principalId(), cursor);
    QuarantinePage page =
        quarantine.page(
            caller, address, after, (int) QueryNumbers.parse("limit", limit, 50, 1, 100));
    return QuarantineView.Page.of(
        page, cursors.seal(resource, caller.principalId(), page.position()));
  }

  @POST
  @Path("{sequence}/release")
  @Extension(name = OpenApiRefusals.ALSO, value = "STORAGE_DAMAGED")
  @Operation(
      summary = "Bring an envelope back that opens again, to its own sequence",
      description =
          "A reader that has gone on beyond that sequence finds it only when it starts anew.")
  @APIResponse(responseCode = "204", description = "It is pending again")
  public Response release(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @PathParam("sequence") String sequence,
      @Context HttpServletRequest http) {
    return change(domain, mailbox, sequence, http, quarantine::release);
  }

  @DELETE
  @Path("{sequence}")
  @Operation(summary = "Delete a quarantined envelope; its sender may hand it in anew")
  @APIResponse(responseCode = "204", description = "Deleted")
  public Response drop(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @PathParam("sequence") String sequence,
      @Context HttpServletRequest http) {
    return change(domain, mailbox, sequence, http, quarantine::drop);
  }

  private Response change(
      String domain, String mailbox, String sequence, HttpServletRequest http, Act act) {
    RequestFacts facts = RequestFacts.of(http);
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    long place = QueryNumbers.parse("sequence", sequence, 0, 1, Long.MAX_VALUE);
    return writes.run(facts, () -> act.on(facts.caller(), address, place));
  }

  private interface Act {
    void on(Caller caller, MailboxAddress address, long sequence);
  }
}
