package io.restante.web.error;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import io.restante.error.ErrorCode;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem.HttpMethod;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/**
 * Adds to each route of the OpenAPI document what it may be refused with: what follows from its
 * form, and what its method says itself by the extension {@link #ALSO}. Also the header
 * Idempotency-Key, where it is accepted.
 */
public class OpenApiRefusals implements OASFilter {
  /** The extension of a method that names, with spaces between, further codes. */
  public static final String ALSO = "x-refusals";

  /** The component that holds what all refusals look like. */
  public static final String COMPONENT = "Refusal";

  private static final String API = "/v1/";
  private static final String SELF = "/whoami";
  private static final String DOMAIN = "/domains/{domain}";
  private static final String RECEIVE = "/receive";
  private static final Set<HttpMethod> WRITES =
      EnumSet.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.DELETE);

  @Override
  public void filterOpenAPI(OpenAPI document) {
    Content problem = document.getComponents().getResponses().get(COMPONENT).getContent();
    document
        .getPaths()
        .getPathItems()
        .forEach(
            (path, item) ->
                item.getOperations()
                    .forEach((method, operation) -> add(path, method, operation, problem)));
  }

  private static void add(String path, HttpMethod method, Operation operation, Content problem) {
    if (!path.contains(API)) {
      return;
    }
    Set<ErrorCode> codes = ofForm(path, method, operation);
    codes.addAll(said(operation));
    codes.stream()
        .collect(
            groupingBy(
                ErrorCode::status, TreeMap::new, mapping(code -> "`" + code + "`", joining(", "))))
        .forEach(
            (status, names) ->
                operation
                    .getResponses()
                    .addAPIResponse(status.toString(), response(names, problem)));
    if (takesKey(path, method)) {
      operation.addParameter(idempotencyKey());
    }
  }

  private static Set<ErrorCode> ofForm(String path, HttpMethod method, Operation operation) {
    Set<ErrorCode> codes =
        EnumSet.of(
            ErrorCode.VALIDATION_FAILED,
            ErrorCode.UNAUTHENTICATED,
            ErrorCode.NOT_ACCEPTABLE,
            ErrorCode.RATE_LIMITED,
            ErrorCode.UNAVAILABLE,
            ErrorCode.INTERNAL);
    if (!path.endsWith(SELF)) {
      codes.add(ErrorCode.FORBIDDEN);
    }
    if (path.contains("{") && !path.endsWith(DOMAIN)) {
      codes.add(ErrorCode.NOT_FOUND);
    }
    if (parameters(operation).stream().anyMatch(p -> "cursor".equals(p.getName()))) {
      codes.addAll(List.of(ErrorCode.CURSOR_INVALID, ErrorCode.CURSOR_EXPIRED));
    }
    if (operation.getRequestBody() != null) {
      codes.addAll(List.of(ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.UNSUPPORTED_MEDIA_TYPE));
    }
    if (WRITES.contains(method)) {
      codes.add(ErrorCode.UNKNOWN_OUTCOME);
      if (isOfMailboxOrQueue(path)) {
        codes.addAll(List.of(ErrorCode.OVERLOADED, ErrorCode.RECOVERY_REQUIRED));
      }
    }
    if (takesKey(path, method)) {
      codes.addAll(List.of(ErrorCode.IDEMPOTENCY_IN_PROGRESS, ErrorCode.IDEMPOTENCY_KEY_REUSED));
    }
    return codes;
  }

  /** The codes that the method names; the document says them with the answers. */
  private static List<ErrorCode> said(Operation operation) {
    Object also = operation.getExtensions() == null ? null : operation.getExtension(ALSO);
    if (also == null) {
      return List.of();
    }
    operation.removeExtension(ALSO);
    operation.getResponses().removeExtension(ALSO);
    return Arrays.stream(also.toString().split(" ")).map(ErrorCode::valueOf).toList();
  }

  private static boolean takesKey(String path, HttpMethod method) {
    return WRITES.contains(method) && !path.endsWith(RECEIVE);
  }

  private static boolean isOfMailboxOrQueue(String path) {
    return path.contains("{mailbox}")
        || path.contains("{queue}")
        || path.endsWith(DOMAIN + "/envelopes")
        || path.endsWith(DOMAIN + "/messages")
        || path.endsWith(DOMAIN + RECEIVE);
  }

  private static Collection<Parameter> parameters(Operation operation) {
    return operation.getParameters() == null ? List.of() : operation.getParameters();
  }

  private static APIResponse response(String names, Content problem) {
    return OASFactory.createAPIResponse().description(names).content(problem);
  }

  private static Parameter idempotencyKey() {
    return OASFactory.createParameter()
        .name("Idempotency-Key")
        .in(Parameter.In.HEADER)
        .description("1 to 255 visible ASCII characters; the same again gets the same answer")
        .schema(OASFactory.createSchema().addType(SchemaType.STRING).minLength(1).maxLength(255));
  }
}
