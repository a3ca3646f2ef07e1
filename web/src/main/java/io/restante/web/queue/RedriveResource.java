package io.restante.web.queue;

import io.restante.queue.QueueAddress;
import io.restante.queue.RedriveOrder;
import io.restante.queue.RedriveOrders;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
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
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Redriving many dead letters in the background. Requirement 001. */
@Path("/v1/domains/{domain}/queues/{queue}/dead-letters/redrive")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Dead letters")
public class RedriveResource {
  @Inject private RedriveOrders orders;
  @Inject private Writes writes;

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Redrive the dead letters of a queue in the background, or count them",
      description =
          "Begins at once, and goes on until it is done, on whichever node. What is parked later is"
              + " not meant. With `dryRun` nothing is done.")
  @APIResponse(
      responseCode = "202",
      description = "Begun",
      content = @Content(schema = @Schema(implementation = RedriveView.class)))
  @APIResponse(
      responseCode = "200",
      description = "Counted only",
      content = @Content(schema = @Schema(implementation = RedriveView.Preview.class)))
  public Response redrive(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      RedriveRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    QueueAddress address = new QueueAddress(domain, queue);
    RedriveOrder order = request.toOrder();
    return writes.run(
        facts,
        request,
        () ->
            request.isDryRun()
                ? Responses.json(
                    200, RedriveView.Preview.of(orders.preview(facts.caller(), address, order)))
                : Responses.json(
                    202, RedriveView.of(orders.begin(facts.caller(), address, order))));
  }

  @GET
  @Path("{job}")
  @Operation(summary = "Show how far an order to redrive is")
  public RedriveView get(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      @PathParam("job") String job,
      @Context HttpServletRequest http) {
    return RedriveView.of(
        orders.get(RequestFacts.of(http).caller(), new QueueAddress(domain, queue), job));
  }
}
