package io.restante.web.access;

import io.restante.access.PrincipalService;
import io.restante.error.ValidationFailedException;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.Limited;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Principals, for administrators. Requirements 001 and 002. */
@Path("/v1/principals")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Administration")
public class PrincipalResource {
  private static final Pattern EPOCH = Pattern.compile("\"(\\d{1,18})\"");
  @Inject private PrincipalService principals;
  @Inject private Writes writes;

  @POST
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT")
  @Operation(summary = "Make a principal; it has no grants and no token yet")
  @APIResponse(
      responseCode = "201",
      description = "Made",
      content = @Content(schema = @Schema(implementation = PrincipalView.class)))
  public Response create(PrincipalRequest request, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.run(
        facts,
        request,
        () ->
            Responses.json(
                201,
                PrincipalView.of(
                    principals.create(
                        facts.caller(), request.name(), request.kind(), request.subject()))));
  }

  @GET
  @Operation(summary = "List the principals")
  public PrincipalView.Page list(@Context HttpServletRequest http) {
    return new PrincipalView.Page(
        principals.list(RequestFacts.of(http).caller()).stream().map(PrincipalView::of).toList());
  }

  @GET
  @Path("{principal}")
  @Operation(summary = "Show a principal")
  public PrincipalView get(
      @PathParam("principal") String principal, @Context HttpServletRequest http) {
    return PrincipalView.of(
        principals.policy(RequestFacts.of(http).caller(), principal).principal());
  }

  @DELETE
  @Path("{principal}")
  @Operation(summary = "Disable a principal: its tokens end, its envelopes stay")
  @APIResponse(responseCode = "204", description = "Disabled")
  public Response disable(
      @PathParam("principal") String principal, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.run(facts, () -> principals.disable(facts.caller(), principal));
  }

  @PUT
  @Path("{principal}/subject")
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT")
  @Operation(summary = "Let the identity provider's tokens of a subject stand for a principal")
  @APIResponse(
      responseCode = "200",
      description = "They do",
      content = @Content(schema = @Schema(implementation = PrincipalView.class)))
  public Response setSubject(
      @PathParam("principal") String principal,
      SubjectRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.run(
        facts,
        request,
        () ->
            Responses.json(
                200,
                PrincipalView.of(
                    principals.setSubject(facts.caller(), principal, request.subject()))));
  }

  @DELETE
  @Path("{principal}/subject")
  @Operation(summary = "Let no token of the identity provider stand for a principal")
  @APIResponse(responseCode = "204", description = "None does")
  public Response removeSubject(
      @PathParam("principal") String principal, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.run(facts, () -> principals.removeSubject(facts.caller(), principal));
  }

  @GET
  @Path("{principal}/grants")
  @Operation(summary = "Show the grants of a principal and its policy epoch")
  public PrincipalView.Grants grants(
      @PathParam("principal") String principal, @Context HttpServletRequest http) {
    return PrincipalView.Grants.of(principals.policy(RequestFacts.of(http).caller(), principal));
  }

  @PUT
  @Path("{principal}/grants")
  @Extension(name = OpenApiRefusals.ALSO, value = "REVISION_CONFLICT")
  @Operation(summary = "Replace the grants, if the policy epoch is still that of If-Match")
  @APIResponse(
      responseCode = "200",
      description = "Replaced",
      content = @Content(schema = @Schema(implementation = PrincipalView.Grants.class)))
  public Response replaceGrants(
      @PathParam("principal") String principal,
      @Parameter(description = "The policy epoch, in quotes") @HeaderParam("If-Match")
          String ifMatch,
      GrantsRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    long epoch = epoch(ifMatch);
    return writes.run(
        facts,
        new Replacement(epoch, request),
        () ->
            Responses.json(
                200,
                PrincipalView.Grants.of(
                    principals.replaceGrants(
                        facts.caller(), principal, epoch, request.toGrants()))));
  }

  @GET
  @Path("{principal}/tokens")
  @Operation(summary = "List the tokens of a principal, without the tokens themselves")
  public PrincipalView.Tokens tokens(
      @PathParam("principal") String principal, @Context HttpServletRequest http) {
    return new PrincipalView.Tokens(
        principals.tokens(RequestFacts.of(http).caller(), principal).stream()
            .map(PrincipalView.Token::of)
            .toList());
  }

  @POST
  @Path("{principal}/tokens")
  @Operation(summary = "Issue a token; it is shown this once")
  @APIResponse(
      responseCode = "201",
      description = "Issued",
      content = @Content(schema = @Schema(implementation = PrincipalView.NewToken.class)))
  public Response issueToken(
      @PathParam("principal") String principal,
      TokenRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.runSecret(
        facts,
        request,
        () ->
            Responses.json(
                201,
                PrincipalView.NewToken.of(
                    principals.issueToken(
                        facts.caller(), principal, request.label(), request.expiresAt()))));
  }

  @DELETE
  @Path("{principal}/tokens/{token}")
  @Operation(summary = "Revoke a token; it ends within seconds on every node")
  @APIResponse(responseCode = "204", description = "Revoked")
  public Response revokeToken(
      @PathParam("principal") String principal,
      @PathParam("token") String token,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.run(facts, () -> principals.revokeToken(facts.caller(), principal, token));
  }

  private static long epoch(String ifMatch) {
    Matcher matcher = EPOCH.matcher(ifMatch == null ? "" : ifMatch);
    if (!matcher.matches()) {
      throw new ValidationFailedException(
          "If-Match", "must be the policy epoch in quotes, for instance \"1\"");
    }
    return Long.parseLong(matcher.group(1));
  }

  private record Replacement(long epoch, GrantsRequest grants) {}
}
