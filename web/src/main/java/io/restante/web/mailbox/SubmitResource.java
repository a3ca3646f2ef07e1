package io.restante.web.mailbox;

import io.restante.idempotency.Answer;
import io.restante.idempotency.Keep;
import io.restante.idempotency.StoredAnswer;
import io.restante.mailbox.EnvelopeService;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.Submission;
import io.restante.mailbox.SubmitReceipt;
import io.restante.pipeline.Decision;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Idempotency;
import io.restante.web.idempotency.Responses;
import io.restante.web.request.BodyLimit;
import io.restante.web.request.Limited;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Handing envelopes in. The answer is given after the commit. Requirements 002 and 003. */
@Path("/v1/domains/{domain}/mailboxes/{mailbox}/envelopes")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Envelopes")
public class SubmitResource {
  /** A body of 4 MiB in base64, and what surrounds it. */
  private static final int SINGLE_LIMIT = 6 << 20;

  @Inject private EnvelopeService envelopes;
  @Inject private Idempotency idempotency;

  @POST
  @BodyLimit(SINGLE_LIMIT)
  @Limited(RateLimit.SUBMIT)
  @Extension(
      name = OpenApiRefusals.ALSO,
      value = "ENVELOPE_TOO_LARGE MESSAGE_ID_CONFLICT MAILBOX_FULL UNSUPPORTED_CAPABILITY")
  @Operation(
      summary = "Submit an envelope",
      description =
          "Safe to repeat: the caller and messageId identify it. 201 when it was stored, 200 when"
              + " the same one was before.")
  @APIResponse(
      responseCode = "201",
      description = "Stored",
      content = @Content(schema = @Schema(implementation = SubmitView.class)))
  @APIResponse(
      responseCode = "200",
      description = "Was stored before",
      content = @Content(schema = @Schema(implementation = SubmitView.class)))
  public CompletionStage<Response> submit(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      SubmitRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    SubmitRequest.requireNoMailbox(request);
    Submission submission = request.toSubmission(new MailboxAddress(domain, mailbox));
    Answer.Renderer<List<Decision<SubmitReceipt>>> renderer =
        outcome -> single(outcome.get(0), facts);
    return envelopes
        .submit(
            facts.caller(),
            List.of(Decision.of(submission)),
            idempotency.key(facts, request).map(key -> new Keep<>(key, renderer)))
        .thenApply(SubmitResource::throwRefusal)
        .thenApply(answer -> Responses.of(answer, renderer::render));
  }

  /** A refusal goes the way of all refusals, which knows its headers. */
  private static Answer<List<Decision<SubmitReceipt>>> throwRefusal(
      Answer<List<Decision<SubmitReceipt>>> answer) {
    if (!answer.replayed() && answer.outcome().get(0).refusal() != null) {
      throw answer.outcome().get(0).refusal();
    }
    return answer;
  }

  private static StoredAnswer single(Decision<SubmitReceipt> decision, RequestFacts facts) {
    return decision.refusal() == null
        ? Responses.json(SubmitView.status(decision.result()), SubmitView.of(decision.result()))
        : Responses.problem(decision.refusal(), facts.requestId());
  }
}
