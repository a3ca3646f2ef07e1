package io.restante.web.error;

import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.web.json.Json;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Answers what the server refuses before any exception mapper could, for instance a media type that
 * is none: web.xml makes it the page of all errors. To a caller from outside it does not exist.
 */
@WebServlet(ErrorPage.PATH)
public class ErrorPage extends HttpServlet {
  static final String PATH = "/problem";
  private static final long serialVersionUID = 1L;
  private static final int FIRST_FAULT = 500;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Problem problem =
        Problem.of(
            refusal(request), String.valueOf(request.getAttribute(ProblemMapper.REQUEST_ID)));
    byte[] body = Json.write(problem);
    response.setStatus(problem.status());
    response.setContentType(Problem.MEDIA_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static RestanteException refusal(HttpServletRequest request) {
    if (request.getDispatcherType() != DispatcherType.ERROR) {
      return new NotFoundException();
    }
    int status = (int) request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    return status < FIRST_FAULT
        ? ProblemMapper.ofServer(status)
        : new RestanteException(ErrorCode.INTERNAL, "This failed here, not with you.");
  }
}
