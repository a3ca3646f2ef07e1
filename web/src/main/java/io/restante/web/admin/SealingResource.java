package io.restante.web.admin;

import io.restante.ratelimit.RateLimit;
import io.restante.sealing.SealingService;
import io.restante.web.request.Limited;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The keys that stored bodies and kept answers are sealed with. Requirement 000. */
@Path("/v1/admin/sealing")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Administration")
public class SealingResource {
  @Inject private SealingService sealing;

  @GET
  @Operation(
      summary = "Show which keys are in use, and how far the re-sealing is",
      description = "Roles are those that this node's key file gives. No key is shown, only ids.")
  public SealingView get(@Context HttpServletRequest http) {
    return SealingView.of(sealing.state(RequestFacts.of(http).caller()));
  }
}
