package io.restante.web.queue;

import io.restante.access.Caller;
import io.restante.cursor.Cursors;
import io.restante.error.ValidationFailedException;
import io.restante.queue.MessageAdministration;
import io.restante.queue.MessageDetails;
import io.restante.queue.MessagePage;
import io.restante.queue.MessageState;
import io.restante.queue.QueueAddress;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
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
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Showing messages, and what only administrators do to a single one. Requirement 001. */
@Path("/v1/domains/{domain}/queues/{queue}/messages")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Queues")
public class MessageResource {
  @Inject private MessageAdministration messages;
  @Inject private Cursors cursors;
  @Inject private Writes writes;

  @GET
  @Operation(summary = "List the messages of a queue in the order in which they were sent")
  public MessageView.Page list(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @Parameter(description = "Only those of this state") @QueryParam("state") String state,
      @Parameter(description = "`nextCursor` of an earlier page") @QueryParam("cursor")
          String cursor,
      @Parameter(description = "1 to 100, else 50") @QueryParam("limit") String limit,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    QueueAddress address = new QueueAddress(domain, queue);
    String resource =
        domain
            + "/"
            + address.resource()
            + "/messages#"
            + messages.requireInspector(caller, address);
    long after = cursor == null ? 0 : cursors.open(resource, caller.principalId(), cursor);
    MessagePage page =
        messages.list(
            caller,
            address,
            state == null ? null : state(state),
            after,
            (int) QueryNumbers.parse("limit", limit, 50, 1, 100));
    return MessageView.Page.of(page, cursors.seal(resource, caller.principalId(), page.position()));
  }

  @GET
  @Path("{message}")
  @Operation(summary = "Show a message, and why it is not handed out; changes nothing")
  public MessageView inspect(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @PathParam("message") String message,
      @Context HttpServletRequest http) {
    return MessageView.of(
        messages.inspect(RequestFacts.of(http).caller(), new QueueAddress(domain, queue), message));
  }

  @POST
  @Path("{message}/redrive")
  @Consumes(MediaType.APPLICATION_JSON)
  @Extension(name = OpenApiRefusals.ALSO, value = "REVISION_CONFLICT CONFLICT")
  @Operation(summary = "Begin a parked message anew, in a generation of its own")
  @APIResponse(
      responseCode = "200",
      description = "Begun anew",
      content = @Content(schema = @Schema(implementation = MessageView.class)))
  public Response redrive(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @PathParam("message") String message,
      MessageActRequest request,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    QueueAddress address = new QueueAddress(domain, queue);
    return act(
        request,
        http,
        () -> messages.redrive(caller, address, message, request.expected(), request.notBefore()));
  }

  @POST
  @Path("{message}/cancel")
  @Consumes(MediaType.APPLICATION_JSON)
  @Extension(name = OpenApiRefusals.ALSO, value = "REVISION_CONFLICT CONFLICT")
  @Operation(
      summary = "Take a message out, wherever it is",
      description = "If it is something else meanwhile, the refusal says what.")
  @APIResponse(
      responseCode = "200",
      description = "Cancelled",
      content = @Content(schema = @Schema(implementation = MessageView.class)))
  public Response cancel(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @PathParam("message") String message,
      MessageActRequest request,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    QueueAddress address = new QueueAddress(domain, queue);
    return act(
        request,
        http,
        () -> messages.cancel(caller, address, message, request.expectedWithoutTime()));
  }

  @POST
  @Path("{message}/park")
  @Consumes(MediaType.APPLICATION_JSON)
  @Extension(name = OpenApiRefusals.ALSO, value = "REVISION_CONFLICT CONFLICT RESOURCE_EXHAUSTED")
  @Operation(summary = "Park a message that ran out of attempts when there was no room")
  @APIResponse(
      responseCode = "200",
      description = "Parked",
      content = @Content(schema = @Schema(implementation = MessageView.class)))
  public Response park(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @PathParam("message") String message,
      MessageActRequest request,
      @Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    QueueAddress address = new QueueAddress(domain, queue);
    return act(
        request,
        http,
        () -> messages.park(caller, address, message, request.expectedWithoutTime()));
  }

  private Response act(
      MessageActRequest request, HttpServletRequest http, Supplier<MessageDetails> act) {
    return writes.run(
        RequestFacts.of(http), request, () -> Responses.json(200, MessageView.of(act.get())));
  }

  private static MessageState state(String text) {
    return Arrays.stream(MessageState.values())
        .filter(state -> state.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new ValidationFailedException(
                    "state", "must be one of " + List.of(MessageState.values())));
  }
}
