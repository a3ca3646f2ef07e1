package io.restante.web.wake;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.mailbox.MailboxAddress;
import io.restante.wake.MailWatch;
import io.restante.wake.MailWatches;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Telling a receiver that there may be mail, for as long as it listens. Requirement 002. */
@Path("/v1/domains/{domain}/mailboxes/{mailbox}/events")
@ApplicationScoped
@Tag(name = "Wakes")
public class MailEventResource {
  @Inject private MailWatches watches;
  @Inject private MailEventStreams streams;

  @GET
  @Produces(MediaType.SERVER_SENT_EVENTS)
  @Extension(name = OpenApiRefusals.ALSO, value = "RESOURCE_EXHAUSTED")
  @Operation(
      summary = "Listen for new mail: an event mail, without content, when there may be some",
      description =
          "Server-sent events. Pull when one comes, and after each connect. Comments are signs of"
              + " life. Ends when the token or the grant does, or the mailbox.")
  @APIResponse(
      responseCode = "200",
      description = "The stream",
      content =
          @Content(
              mediaType = MediaType.SERVER_SENT_EVENTS,
              schema = @Schema(implementation = String.class)))
  public void listen(
      @PathParam("domain") String domain,
      @PathParam("mailbox") String mailbox,
      @Context SseEventSink sink,
      @Context Sse sse,
      @Context HttpServletRequest http,
      @Context HttpServletResponse response) {
    if (HttpMethod.HEAD.equals(http.getMethod())) {
      throw new RestanteException(ErrorCode.NOT_ALLOWED, "A stream has no HEAD.");
    }
    MailWatch watch =
        watches.open(RequestFacts.of(http).caller(), new MailboxAddress(domain, mailbox));
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    streams.begin(watch, sink, sse, http.getHeader(HttpHeaders.AUTHORIZATION));
  }
}
