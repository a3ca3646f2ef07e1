package io.restante.web.mailbox;

import io.restante.access.Caller;
import io.restante.cursor.Cursors;
import io.restante.error.ValidationFailedException;
import io.restante.mailbox.EnvelopeService;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.PullQuery;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.request.Authentication;
import io.restante.web.request.QueryNumbers;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Reading envelopes. Reading changes nothing and may be repeated. Requirements 000, 002 and 003.
 */
@Path("/v1/domains/{domain}/mailboxes/{mailbox}/envelopes")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Envelopes")
public class EnvelopeResource {
  private static final int MAX_WAIT_SECONDS = 25;

  @Inject private EnvelopeService envelopes;
  @Inject private Cursors cursors;
  @Inject private Authentication authentication;

  @GET
  @Extension(name = OpenApiRefusals.ALSO, value = "STORAGE_DAMAGED")
  @Operation(
      summary = "Pull a page of pending envelopes, oldest first",
      description =
          "Goes on above `cursor` or `after`, which exclude each other. An empty page waits up to"
              + " `waitSeconds` for mail. A page may be shorter than `limit` when bodies are large.")
  public CompletionStage<EnvelopeView.Page> pull(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Parameter(description = "`nextCursor` of an earlier page") @QueryParam("cursor")
          String cursor,
      @Parameter(description = "A sequence, 0 or more") @QueryParam("after") String after,
      @Parameter(description = "1 to 100, else 50") @QueryParam("limit") String limit,
      @Parameter(description = "Only this sender's") @QueryParam("sender") String sender,
      @Parameter(description = "0 to 25") @QueryParam("waitSeconds") String waitSeconds,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    if (cursor != null && after != null) {
      throw new ValidationFailedException("after", "must be absent where cursor is given");
    }
    String resource = resource(address, envelopes.requireReceiver(caller, address));
    long position =
        cursor == null
            ? QueryNumbers.parse("after", after, 0, 0, Long.MAX_VALUE)
            : cursors.open(resource, caller.principalId(), cursor);
    PullQuery query = new PullQuery(address, position, limit(limit), sender);
    Duration wait =
        Duration.ofSeconds(QueryNumbers.parse("waitSeconds", waitSeconds, 0, 0, MAX_WAIT_SECONDS));
    String authorization = http.getHeader(HttpHeaders.AUTHORIZATION);
    return envelopes
        .pull(caller, query, wait)
        .thenApply(
            page -> {
              if (!wait.isZero()) {
                authentication.caller(authorization);
              }
              return EnvelopeView.Page.of(
                  page, cursors.seal(resource, caller.principalId(), page.position()));
            });
  }

  @GET
  @Path("count")
  @Operation(summary = "Count the pending envelopes; opens none")
  public EnvelopeView.Count count(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Parameter(description = "Only this sender's") @QueryParam("sender") String sender,
      @Context HttpServletRequest http) {
    return new EnvelopeView.Count(
        envelopes.count(
            RequestFacts.of(http).caller(), new MailboxAddress(domain, mailbox), sender));
  }

  /**
   * With the id: one that was deleted and made anew under its name gives sequences from 1 again.
   */
  private static String resource(MailboxAddress address, long mailboxId) {
    return address.domain() + "/" + address.resource() + "#" + mailboxId;
  }

  private static int limit(String limit) {
    return (int)
        QueryNumbers.parse("limit", limit, PullQuery.DEFAULT_LIMIT, 1, PullQuery.MAX_LIMIT);
  }
}
