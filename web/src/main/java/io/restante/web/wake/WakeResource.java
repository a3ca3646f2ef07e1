package io.restante.web.wake;

import io.restante.change.Change;
import io.restante.idempotency.StoredAnswer;
import io.restante.mailbox.MailboxAddress;
import io.restante.wake.CallbackUrl;
import io.restante.wake.RegisteredWake;
import io.restante.wake.WakeService;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
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

/** The callback of a mailbox, for those who receive there. Requirement 002. */
@Path("/v1/domains/{domain}/mailboxes/{mailbox}/wake")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Wakes")
public class WakeResource {
  @Inject private WakeService wakes;
  @Inject private Writes writes;

  @PUT
  @Extension(name = OpenApiRefusals.ALSO, value = "CALLBACK_REFUSED")
  @Operation(
      summary = "Register where a mailbox's wakes are sent; each time with a new secret",
      description =
          "When there may be mail, `POST url {\"mailbox\":\"…\"}` is sent, signed with the secret that"
              + " is shown this once. Replaces what was registered before.")
  @APIResponse(
      responseCode = "200",
      description = "Replaced",
      content = @Content(schema = @Schema(implementation = WakeView.Registered.class)))
  @APIResponse(
      responseCode = "201",
      description = "Registered",
      content = @Content(schema = @Schema(implementation = WakeView.Registered.class)))
  public Response put(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      WakeRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    CallbackUrl url = CallbackUrl.parse(request.url());
    return writes.runSecretAfter(
        facts,
        request,
        () -> wakes.requireAllowed(facts.caller(), address, url),
        () -> answer(wakes.put(facts.caller(), address, url)));
  }

  @GET
  @Extension(name = OpenApiRefusals.ALSO, value = "STORAGE_DAMAGED")
  @Operation(summary = "Show the callback of a mailbox and how its last calls went")
  public WakeView get(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Context HttpServletRequest http) {
    return WakeView.of(
        wakes.get(RequestFacts.of(http).caller(), new MailboxAddress(domain, mailbox)));
  }

  @DELETE
  @Operation(summary = "Remove the callback of a mailbox")
  @APIResponse(responseCode = "204", description = "Removed")
  public Response remove(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    return writes.run(facts, () -> wakes.remove(facts.caller(), address));
  }

  private static StoredAnswer answer(Change<RegisteredWake> change) {
    return Responses.json(change.created() ? 201 : 200, WakeView.Registered.of(change.state()));
  }
}
