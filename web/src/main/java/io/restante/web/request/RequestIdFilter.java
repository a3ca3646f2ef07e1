package io.restante.web.request;

import io.restante.audit.AuditEntry;
import io.restante.web.error.ProblemMapper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.MDC;

/** Gives every request an id, which is in its answer, in the log and in the audit. */
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class RequestIdFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String id = new UUID(random.nextLong(), random.nextLong()).toString();
    request.setAttribute(ProblemMapper.REQUEST_ID, id);
    response.setHeader("X-Request-Id", id);
    MDC.put(AuditEntry.REQUEST_ID, id);
    try {
      chain.doFilter(request, response);
    } finally {
      MDC.remove(AuditEntry.REQUEST_ID);
    }
  }
}
