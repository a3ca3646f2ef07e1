package io.restante.web.access;

import io.restante.access.Caller;
import io.restante.access.PrincipalService;
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

/** Who the caller is. Requirement 001. */
@Path("/v1/whoami")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Access")
public class WhoAmIResource {
  @Inject private PrincipalService principals;

  @GET
  @Operation(summary = "Show the caller's principal and its grants")
  public PrincipalView.Self get(@Context HttpServletRequest http) {
    Caller caller = RequestFacts.of(http).caller();
    return PrincipalView.Self.of(principals.policy(caller, caller.principalId()));
  }
}
