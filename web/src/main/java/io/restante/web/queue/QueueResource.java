package io.restante.web.queue;

import io.restante.access.Caller;
import io.restante.change.Change;
import io.restante.idempotency.StoredAnswer;
import io.restante.queue.QueueAddress;
import io.restante.queue.QueueAdministration;
import io.restante.queue.QueueState;
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
import jakarta.ws.rs.POST;
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

/** Making, changing, showing, pausing and deleting a queue. Requirement 001. */
@Path("/v1/domains/{domain}/queues/{queue}")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Queues")
public class QueueResource {
  @Inject private QueueAdministration queues;
  @Inject private Writes writes;

  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT")
  @Operation(summary = "Make or change a queue; what is absent stays as it is")
  @APIResponse(
      responseCode = "200",
      description = "Changed",
      content = @Content(schema = @Schema(implementation = QueueView.class)))
  @APIResponse(
      responseCode = "201",
      description = "Made",
      content = @Content(schema = @Schema(implementation = QueueView.class)))
  public Response put(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      QueueRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    QueueAddress address = new QueueAddress(domain, queue);
    return writes.run(
        facts,
        request,
        () -> {
          Change<QueueState> change = queues.put(facts.caller(), address, request::over);
          return Responses.json(change.created() ? 201 : 200, QueueView.of(change.state()));
        });
  }

  @GET
  @Operation(summary = "Show a queue: its policy and how much it holds")
  public QueueView get(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @Context HttpServletRequest http) {
    return QueueView.of(
        queues.get(RequestFacts.of(http).caller(), new QueueAddress(domain, queue)));
  }

  @DELETE
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT")
  @Operation(summary = "Delete a queue that holds no messages; with force, which needs admin, any")
  @APIResponse(responseCode = "204", description = "Deleted")
  public Response delete(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @Parameter(description = "Also one that holds messages; needs admin")
          @QueryParam("force")
          @DefaultValue("false")
          boolean force,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    QueueAddress address = new QueueAddress(domain, queue);
    return writes.run(
        facts,
        new Deletion(force),
        () -> {
          queues.delete(facts.caller(), address, force);
          return new StoredAnswer(Response.Status.NO_CONTENT.getStatusCode(), null);
        });
  }

  @POST
  @Path("pause")
  @Operation(
      summary = "Hand nothing out until it is resumed",
      description = "Safe to repeat. Messages are taken in, and leases that are held are settled.")
  @APIResponse(
      responseCode = "200",
      description = "Paused",
      content = @Content(schema = @Schema(implementation = QueueView.class)))
  public Response pause(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @Context HttpServletRequest http) {
    return change(domain, queue, http, queues::pause);
  }

  @POST
  @Path("resume")
  @Operation(summary = "Hand out again", description = "Safe to repeat.")
  @APIResponse(
      responseCode = "200",
      description = "Not paused",
      content = @Content(schema = @Schema(implementation = QueueView.class)))
  public Response resume(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @Context HttpServletRequest http) {
    return change(domain, queue, http, queues::resume);
  }

  private Response change(String domain, String queue, HttpServletRequest http, Act act) {
    RequestFacts facts = RequestFacts.of(http);
    QueueAddress address = new QueueAddress(domain, queue);
    return writes.run(
        facts,
        new Nothing(),
        () -> Responses.json(200, QueueView.of(act.on(facts.caller(), address))));
  }

  private interface Act {
    QueueState on(Caller caller, QueueAddress address);
  }

  private record Deletion(boolean force) {}

  private record Nothing() {}
}
