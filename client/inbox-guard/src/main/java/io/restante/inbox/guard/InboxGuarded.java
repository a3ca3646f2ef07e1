package io.restante.inbox.guard;

import io.restante.inbox.Inbox;
import io.restante.inbox.InboxScope;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How {@link InboxGuard} guards a message-driven bean, which also names it as an interceptor. */
@Target(ElementType.TYPE)
@Inherited
@Retention(RetentionPolicy.RUNTIME)
public @interface InboxGuarded {
  /** The header of the message id that the broker gives. */
  String JMS_MESSAGE_ID = "JMSMessageID";

  /** The name of the scope; see {@link InboxScope}. */
  String scope();

  /** The domain of the scope. */
  String domain() default InboxScope.DEFAULT_DOMAIN;

  /**
   * What names the message: its {@code JMSMessageID}, or a property of this name. The broker's id
   * is another one when the sender sends again; a sender that may do so gives an id of its own.
   */
  String id() default JMS_MESSAGE_ID;

  /** The message is dead when it has failed so often: 1 to {@link Inbox#MAX_ATTEMPTS}. */
  int maxAttempts() default 10;
}
