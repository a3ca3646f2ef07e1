package io.restante.test.inbox;

import io.restante.inbox.Inbox;
import io.restante.inbox.InboxMessage;
import io.restante.inbox.InboxScope;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Claims and completes messages, each in a transaction, by the inbox or with the same statements.
 */
@WebServlet("/cost")
public class InboxCostServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final int THREADS = 8;
  private static final int MESSAGES = 1_000;

  private static final String CLAIM =
      "SET STATEMENT innodb_lock_wait_timeout = 0 FOR INSERT INTO inbox (domain, scope, message_id,"
          + " message_type, message_version, conversation_id, received_at, updated_at, attempts)"
          + " VALUES ('main', 'cost', ?, 'order.placed', 1, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3),"
          + " 0) ON DUPLICATE KEY UPDATE attempts = attempts"
          + " RETURNING attempts, completed_at, dead_at";

  private static final String COMPLETE =
      "UPDATE inbox SET completed_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)"
          + " WHERE domain = 'main' AND scope = 'cost' AND message_id = ?"
          + " AND completed_at IS NULL AND dead_at IS NULL";

  @EJB(lookup = Inbox.JNDI_NAME)
  private transient Inbox inbox;

  @Resource(lookup = "java:jboss/datasources/RestanteDS")
  private transient DataSource dataSource;

  @Resource private transient UserTransaction transaction;

  @Resource private transient jakarta.enterprise.concurrent.ManagedExecutorService threads;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    String prefix = request.getParameter("kind") + request.getParameter("round") + "-";
    boolean plain = request.getParameter("kind").equals("jdbc");
    List<Callable<Void>> works = new ArrayList<>();
    IntStream.range(0, THREADS).forEach(t -> works.add(() -> run(prefix + t + "-", plain)));
    long began = System.nanoTime();
    try {
      for (Future<Void> done : threads.invokeAll(works)) {
        done.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new ServletException(e);
    }
    response.getWriter().print(THREADS * MESSAGES * 1e9 / (System.nanoTime() - began));
  }

  private Void run(String prefix, boolean plain) throws Exception {
    InboxScope scope = InboxScope.of("cost");
    for (int i = 0; i < MESSAGES; i++) {
      transaction.begin();
      if (plain) {
        runStatements(prefix + i);
      } else {
        InboxMessage message = InboxMessage.of(prefix + i, "order.placed");
        inbox.claim(scope, message);
        inbox.complete(scope, message.id());
      }
      transaction.commit();
    }
    return null;
  }

  private void runStatements(String id) throws Exception {
    try (Connection connection = dataSource.getConnection()) {
      try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
        claim.setString(1, id);
        claim.setString(2, id);
        try (ResultSet row = claim.executeQuery()) {
          row.next();
        }
      }
      try (PreparedStatement complete = connection.prepareStatement(COMPLETE)) {
        complete.setString(1, id);
        complete.executeUpdate();
      }
    }
  }
}
