package io.restante.web.queue;

import io.restante.access.Caller;
import io.restante.cursor.Cursors;
import io.restante.queue.MessageAdministration;
import io.restante.queue.MessagePage;
import io.restante.queue.QueueAddress;
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
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Showing the messages of a queue that ran out of attempts. Requirement 001. */
@Path("/v1/domains/{domain}/queues/{queue}/dead-letters")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Dead letters")
public class DeadLetterResource {
  @Inject private MessageAdministration messages;
  @Inject private Cursors cursors;

  @GET
  @Operation(summary = "List the dead letters of a queue in the order in which they were parked")
  public DeadLetterView.Page list(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
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
            + "/dead-letters#"
            + messages.requireReader(caller, address);
    long after = cursor == null ? 0 : cursors.open(resource, caller.principalId(), cursor);
    MessagePage page =
        messages.deadLetters(
            caller, address, after, (int) QueryNumbers.parse("limit", limit, 50, 1, 100));
    return DeadLetterView.Page.of(
        page, cursors.seal(resource, caller.principalId(), page.position()));
  }
}
