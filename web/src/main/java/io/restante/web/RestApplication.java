package io.restante.web;

import io.restante.web.error.OpenApiRefusals;
import io.restante.web.error.Problem;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;

/** Everything under {@code /restante}: the API in {@code /v1}, and {@code /health}. */
@ApplicationPath("/")
@OpenAPIDefinition(
    info =
        @Info(
            title = "Restante",
            version = "1",
            description =
                "Durable messaging: envelopes are held until each is finalized, in order, within"
                    + " quotas. Every refusal is an RFC 9457 problem document whose `code` is one of"
                    + " a closed list. Every write but a receive accepts an `Idempotency-Key`.",
            license =
                @License(
                    name = "Apache 2.0",
                    url = "https://www.apache.org/licenses/LICENSE-2.0.txt")),
    components =
        @Components(
            responses =
                @APIResponse(
                    name = OpenApiRefusals.COMPONENT,
                    description = "Refused: `code` says why",
                    content =
                        @Content(
                            mediaType = Problem.MEDIA_TYPE,
                            schema = @Schema(implementation = Problem.class)))),
    security = @SecurityRequirement(name = "token"))
@SecurityScheme(
    securitySchemeName = "token",
    type = SecuritySchemeType.HTTP,
    scheme = "bearer",
    description =
        "A token of a principal, shown once when it was issued; where configured, also a JWT of the"
            + " organisation's identity provider.")
public class RestApplication extends Application {}
