package io.restante.test.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Takes orders from outside and sends them: {@code POST orders?order=a&times=3&count=10} sends
 * orders a-0 to a-9, each three times. {@code GET orders?order=a} says how often the consumer ran
 * for it.
 */
@WebServlet("/orders")
public class OrderServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @EJB private transient Trouble trouble;

  @Resource(lookup = "java:/ConnectionFactory")
  private transient ConnectionFactory factory;

  @Resource(lookup = "java:global/shop/orders")
  private transient Queue orders;

  @Resource(lookup = "java:global/shop/unguarded")
  private transient Queue unguarded;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.getWriter().print(trouble.runs(request.getParameter("order")));
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    String order = request.getParameter("order");
    int count = number(request, "count", 0);
    boolean guarded = request.getParameter("unguarded") == null;
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
      JMSProducer producer = context.createProducer();
      for (int time = 0; time < number(request, "times", 1); time++) {
        for (int i = 0; i < Math.max(1, count); i++) {
          Message message = context.createMessage();
          message.setStringProperty("orderId", count == 0 ? order : order + "-" + i);
          message.setJMSType("order.placed");
          if (request.getParameter("trouble") != null) {
            message.setStringProperty("trouble", request.getParameter("trouble"));
          }
          producer.send(guarded ? orders : unguarded, message);
        }
      }
      context.commit();
    } catch (JMSException e) {
      throw new ServletException(e);
    }
  }

  @Override
  protected void doDelete(HttpServletRequest request, HttpServletResponse response) {
    trouble.heal(request.getParameter("order"));
  }

  private static int number(HttpServletRequest request, String name, int otherwise) {
    String text = request.getParameter(name);
    return text == null ? otherwise : Integer.parseInt(text);
  }
}
