package io.restante.web.health;

import io.restante.health.Check;
import io.restante.health.Readiness;
import io.restante.web.json.Json;
import io.restante.web.request.PublicRoute;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Comparator;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirements;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Health. */
@Path("/health")
@ApplicationScoped
@PublicRoute
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Health")
@SecurityRequirements
public class HealthResource {
  @Inject private Readiness readiness;

  @GET
  @Path("live")
  @Operation(summary = "Whether this node runs at all")
  public HealthView live() {
    return new HealthView(Check.Status.UP, List.of());
  }

  @GET
  @Path("ready")
  @Operation(summary = "Whether this node can serve; 503 if not")
  @APIResponse(
      responseCode = "200",
      description = "It can, if perhaps degraded",
      content = @Content(schema = @Schema(implementation = HealthView.class)))
  @APIResponse(
      responseCode = "503",
      description = "It cannot",
      content = @Content(schema = @Schema(implementation = HealthView.class)))
  public Response ready() {
    List<Check> checks = readiness.checks();
    Check.Status status =
        checks.stream().map(Check::status).max(Comparator.naturalOrder()).orElseThrow();
    return Response.status(status == Check.Status.DOWN ? 503 : 200)
        .type(MediaType.APPLICATION_JSON)
        .entity(Json.write(new HealthView(status, checks)))
        .build();
  }
}
