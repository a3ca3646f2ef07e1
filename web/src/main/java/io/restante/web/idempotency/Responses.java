package io.restante.web.idempotency;

import io.restante.error.RestanteException;
import io.restante.idempotency.Answer;
import io.restante.idempotency.StoredAnswer;
import io.restante.web.error.Problem;
import io.restante.web.json.Json;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.function.Function;

/** Answers, as they are kept and as they are sent. */
public final class Responses {
  private static final int FIRST_PROBLEM = 400;

  private Responses() {}

  public static StoredAnswer json(int status, Record body) {
    return new StoredAnswer(status, Json.write(body));
  }

  public static StoredAnswer problem(RestanteException refusal, String requestId) {
    return json(refusal.code().status(), Problem.of(refusal, requestId));
  }

  public static Response of(StoredAnswer answer) {
    return builder(answer).build();
  }

  public static Response of(Answer<StoredAnswer> answer) {
    return of(answer, Function.identity());
  }

  /** The answer's response; one that was not rendered for keeping is rendered now. */
  public static <T> Response of(Answer<T> answer, Function<T, StoredAnswer> renderer) {
    StoredAnswer stored =
        answer.stored() == null ? renderer.apply(answer.outcome()) : answer.stored();
    Response.ResponseBuilder response = builder(stored);
    if (answer.replayed()) {
      response.header("Idempotency-Replayed", "true");
    }
    return response.build();
  }

  private static Response.ResponseBuilder builder(StoredAnswer answer) {
    Response.ResponseBuilder response = Response.status(answer.status());
    if (answer.body() != null) {
      response
          .type(answer.status() < FIRST_PROBLEM ? MediaType.APPLICATION_JSON : Problem.MEDIA_TYPE)
          .entity(answer.body());
    }
    return response;
  }
}
