package io.restante.inbox.guard;

import io.restante.inbox.Inbox;
import io.restante.inbox.InboxClaim;
import io.restante.inbox.InboxMessage;
import io.restante.inbox.InboxScope;
import io.restante.inbox.MessageId;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Arrays;

/**
 * Guards a message-driven bean against messages that it has handled before:
 *
 * <pre>
 * &#64;MessageDriven(activationConfig = …)
 * &#64;Interceptors(InboxGuard.class)
 * &#64;InboxGuarded(scope = "orders", maxAttempts = 5)
 * public class OrderConsumer implements MessageListener { … }
 * </pre>
 *
 * <p>The bean has container-managed transactions with the attribute REQUIRED, which is the default.
 * In the transaction of a delivery the guard claims the message, runs the bean and completes the
 * message. A message that is completed or dead is acknowledged without the bean. One that another
 * transaction is at is rolled back, so that the broker delivers it again after its pause; that
 * counts as an attempt at the broker, not here. If the bean throws, the transaction is rolled back
 * and, when it has ended, the failure recorded with {@link Inbox#fail}; an exception goes no
 * further, an {@link Error} is thrown on. If the bean marks the transaction for rollback and does
 * not throw, no failure is recorded. If the inbox throws, so does the guard: nothing is recorded.
 *
 * <p>Deliveries that fail count at the broker as well: its {@code max-delivery-attempts} must be
 * higher than {@link InboxGuarded#maxAttempts}, or it takes the message away before that is dead.
 */
public class InboxGuard {
  private static final String UNKNOWN = "unknown";

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  @Resource(lookup = "java:jboss/TransactionManager")
  private TransactionManager transactions;

  @EJB(lookup = Inbox.JNDI_NAME)
  private Inbox inbox;

  /** Around a delivery, in its transaction. */
  @AroundInvoke
  public Object guard(InvocationContext delivery) throws Exception {
    InboxGuarded guarded = settings(delivery.getTarget().getClass());
    InboxScope scope = new InboxScope(guarded.domain(), guarded.scope());
    InboxMessage message = message(delivery, guarded.id());
    // Not interposed, so that it is told of the end after the connection was given back.
    FailureRecorder failures = new FailureRecorder(inbox, scope, message, guarded.maxAttempts());
    transactions.getTransaction().registerSynchronization(failures);
    InboxClaim claim = inbox.claim(scope, message);
    if (claim instanceof InboxClaim.Claimed) {
      return run(delivery, failures, scope, message.id());
    }
    if (claim instanceof InboxClaim.InProgress) {
      transaction.setRollbackOnly();
    }
    return null;
  }

  private Object run(
      InvocationContext delivery, FailureRecorder failures, InboxScope scope, MessageId id)
      throws Exception {
    Object result;
    try {
      result = delivery.proceed();
    } catch (Exception failure) {
      failures.handlerFailed(failure);
      rollBack();
      return null;
    } catch (Error failure) {
      failures.handlerFailed(failure);
      throw failure;
    }
    if (!transaction.getRollbackOnly()) {
      inbox.complete(scope, id);
    }
    return result;
  }

  /** A transaction that ran out of time has ended already. */
  private void rollBack() {
    if (FailureRecorder.isUnderWay(transaction.getTransactionStatus())) {
      transaction.setRollbackOnly();
    }
  }

  private static InboxGuarded settings(Class<?> bean) {
    InboxGuarded settings = bean.getAnnotation(InboxGuarded.class);
    if (settings == null) {
      throw new IllegalStateException(bean.getName() + " lacks the annotation @InboxGuarded");
    }
    if (settings.maxAttempts() < 1 || settings.maxAttempts() > Inbox.MAX_ATTEMPTS) {
      throw new IllegalStateException(
          "maxAttempts of " + bean.getName() + " must be 1 to " + Inbox.MAX_ATTEMPTS);
    }
    return settings;
  }

  private static InboxMessage message(InvocationContext delivery, String header)
      throws JMSException {
    Message message =
        Arrays.stream(delivery.getParameters())
            .filter(Message.class::isInstance)
            .map(Message.class::cast)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("Only deliveries of JMS can be guarded"));
    String id =
        header.equals(InboxGuarded.JMS_MESSAGE_ID)
            ? message.getJMSMessageID()
            : message.getStringProperty(header);
    String type = message.getJMSType();
    String correlation = message.getJMSCorrelationID();
    return new InboxMessage(
        new MessageId(id),
        type == null || type.isEmpty() ? UNKNOWN : type,
        1,
        correlation == null ? id : correlation,
        correlation,
        null);
  }
}
