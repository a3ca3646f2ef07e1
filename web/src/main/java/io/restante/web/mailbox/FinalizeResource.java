package io.restante.web.mailbox;

import io.restante.idempotency.Answer;
import io.restante.idempotency.Keep;
import io.restante.mailbox.AcknowledgeResult;
import io.restante.mailbox.DiscardReceipt;
import io.restante.mailbox.EnvelopeIdentity;
import io.restante.mailbox.EnvelopeService;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.PendingEnvelope;
import io.restante.mailbox.PullQuery;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Idempotency;
import io.restante.web.idempotency.Responses;
import io.restante.web.request.QueryNumbers;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Finalizing envelopes: the first decision stands, and every later one is told it. Requirements
 * 000, 002 and 003.
 */
@Path("/v1/domains/{domain}/mailboxes/{mailbox}")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Envelopes")
public class FinalizeResource {
  @Inject private EnvelopeService envelopes;
  @Inject private Idempotency idempotency;

  @POST
  @Path("acknowledgements")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Commit up to 100 envelopes",
      description = "Safe to repeat. An item that is not there harms no other.")
  @APIResponse(
      responseCode = "200",
      description = "What became of each, in order",
      content = @Content(schema = @Schema(implementation = FinalizeView.Acknowledged.class)))
  public CompletionStage<Response> acknowledge(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      FinalizeView.AcknowledgeRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    List<EnvelopeIdentity> identities = request.toIdentities();
    Answer.Renderer<List<AcknowledgeResult>> renderer =
        results -> Responses.json(200, FinalizeView.Acknowledged.of(identities, results));
    return envelopes
        .acknowledge(
            facts.caller(),
            new MailboxAddress(domain, mailbox),
            identities,
            idempotency.key(facts, request).map(key -> new Keep<>(key, renderer)))
        .thenApply(answer -> Responses.of(answer, renderer::render));
  }

  @POST
  @Path("discards")
  @Consumes(MediaType.APPLICATION_JSON)
  @Extension(name = OpenApiRefusals.ALSO, value = "STORAGE_DAMAGED")
  @Operation(
      summary = "Discard one envelope that will never be applied",
      description = "Irreversible, safe to repeat. The sender learns neither that nor the reason.")
  @APIResponse(
      responseCode = "200",
      description = "What became of it",
      content = @Content(schema = @Schema(implementation = FinalizeView.Discarded.class)))
  public CompletionStage<Response> discard(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      FinalizeView.DiscardRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    Answer.Renderer<DiscardReceipt> renderer =
        receipt -> Responses.json(200, FinalizeView.Discarded.of(receipt));
    return envelopes
        .discard(
            facts.caller(),
            new MailboxAddress(domain, mailbox),
            request.toIdentity(),
            request.reason(),
            idempotency.key(facts, request).map(key -> new Keep<>(key, renderer)))
        .thenApply(answer -> Responses.of(answer, renderer::render));
  }

  @POST
  @Path("drain")
  @Extension(name = OpenApiRefusals.ALSO, value = "STORAGE_DAMAGED")
  @Operation(
      summary = "Take the oldest envelopes and commit them at once",
      description =
          "Each envelope is in exactly one drain, and lost if the answer is, unless the request had"
              + " an Idempotency-Key to ask again with.")
  @APIResponse(
      responseCode = "200",
      description = "What was taken",
      content = @Content(schema = @Schema(implementation = EnvelopeView.Drained.class)))
  public CompletionStage<Response> drain(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Parameter(description = "1 to 100, else 50") @QueryParam("limit") String limit,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    int most =
        (int) QueryNumbers.parse("limit", limit, PullQuery.DEFAULT_LIMIT, 1, PullQuery.MAX_LIMIT);
    Answer.Renderer<List<PendingEnvelope>> renderer =
        taken -> Responses.json(200, EnvelopeView.Drained.of(taken));
    return envelopes
        .drain(
            facts.caller(),
            new MailboxAddress(domain, mailbox),
            most,
            idempotency.key(facts, new Drain(most)).map(key -> new Keep<>(key, renderer)))
        .thenApply(answer -> Responses.of(answer, renderer::render));
  }

  private record Drain(int limit) {}
}
