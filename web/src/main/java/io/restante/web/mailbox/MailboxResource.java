package io.restante.web.mailbox;

import io.restante.change.Change;
import io.restante.idempotency.StoredAnswer;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.MailboxService;
import io.restante.mailbox.MailboxState;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
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

/** Making, changing, showing and deleting a mailbox. Requirements 000 and 002. */
@Path("/v1/domains/{domain}/mailboxes/{mailbox}")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Mailboxes")
public class MailboxResource {
  @Inject private MailboxService mailboxes;
  @Inject private Writes writes;

  @PUT
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT")
  @Operation(summary = "Make or change a mailbox; what is absent stays as it is")
  @APIResponse(
      responseCode = "200",
      description = "Changed",
      content = @Content(schema = @Schema(implementation = MailboxView.class)))
  @APIResponse(
      responseCode = "201",
      description = "Made",
      content = @Content(schema = @Schema(implementation = MailboxView.class)))
  public Response put(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      MailboxRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    return writes.run(
        facts, request, () -> answer(mailboxes.put(facts.caller(), address, request::over)));
  }

  @GET
  @Operation(summary = "Show a mailbox: its settings and how much it holds")
  public MailboxView get(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Context HttpServletRequest http) {
    return MailboxView.of(
        mailboxes.get(RequestFacts.of(http).caller(), new MailboxAddress(domain, mailbox)));
  }

  @DELETE
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT")
  @Operation(summary = "Delete an empty mailbox; with force, which needs admin, any")
  @APIResponse(responseCode = "204", description = "Deleted")
  public Response delete(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Parameter(description = "Also one that holds envelopes; needs admin")
          @QueryParam("force")
          @DefaultValue("false")
          boolean force,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    return writes.run(
        facts,
        new Deletion(force),
        () -> {
          mailboxes.delete(facts.caller(), address, force);
          return new StoredAnswer(Response.Status.NO_CONTENT.getStatusCode(), null);
        });
  }

  private static StoredAnswer answer(Change<MailboxState> change) {
    return Responses.json(change.created() ? 201 : 200, MailboxView.of(change.state()));
  }

  private record Deletion(boolean force) {}
}
