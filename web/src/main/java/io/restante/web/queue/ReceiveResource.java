package io.restante.web.queue;

import io.restante.queue.QueueAddress;
import io.restante.queue.QueueService;
import io.restante.queue.ReceiveRequest;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.request.Authentication;
import io.restante.web.request.ClientPresence;
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
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Leasing messages of one queue. Requirement 001. */
@Path("/v1/domains/{domain}/queues/{queue}/receive")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Messages")
public class ReceiveResource {
  @Inject private QueueService queues;
  @Inject private Authentication authentication;

  @POST
  @Limited(RateLimit.READ)
  @Extension(
      name = OpenApiRefusals.ALSO,
      value = "DISPATCH_PAUSED CONFLICT STALE_LEASE LEASE_EXPIRED STORAGE_DAMAGED")
  @Operation(
      summary = "Lease the next messages",
      description =
          "Waits up to `waitSeconds` if there is none. Safe to repeat with a `requestId`: the same"
              + " deliveries are given again. An Idempotency-Key is refused.")
  public CompletionStage<DeliveryView.Received> receive(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      ReceiveBody body,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    ReceiveLanesResource.requireNoKey(facts);
    QueueAddress address = new QueueAddress(domain, queue);
    ReceiveRequest request = body.toRequest();
    Duration wait = body.longestWait();
    return queues
        .receive(facts.caller(), address, request, wait, present(wait, http))
        .thenApply(deliveries -> new DeliveryView.Received(DeliveryView.of(deliveries)));
  }

  /** Whether a caller that waits is still there, and still whom it was: see its token again. */
  private BooleanSupplier present(Duration wait, HttpServletRequest http) {
    if (wait.isZero()) {
      return () -> true;
    }
    ClientPresence client = ClientPresence.current();
    String authorization = http.getHeader(HttpHeaders.AUTHORIZATION);
    return () -> {
      authentication.caller(authorization);
      return client.isThere();
    };
  }
}
