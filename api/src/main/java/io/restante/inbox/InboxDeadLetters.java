package io.restante.inbox;

import jakarta.ejb.Local;
import java.util.List;

/**
 * The messages of a scope that failed too often, for operators. Bound at {@link #JNDI_NAME}.
 * Whoever is deployed on the server may call it; over REST it takes the capability {@code
 * inbox:operate}.
 *
 * <p>The calls join a transaction if there is one, and run in their own otherwise. They block; a
 * write waits up to five seconds for whoever holds one of the messages. Failures are those of
 * {@link Inbox}.
 */
@Local
public interface InboxDeadLetters {
  /** Where the session bean is bound. */
  String JNDI_NAME =
      "java:global/restante/restante-ejb/InboxDeadLettersBean!io.restante.inbox.InboxDeadLetters";

  /** The most ids of one call. */
  int MAX_IDS = 100;

  /** Dead messages, by when they died and then by id, oldest first. Takes no lock. */
  DeadLetterPage page(DeadLetterQuery query);

  /**
   * Makes dead messages open again, as if they had never failed; what was recorded of the last
   * error stays until the next. It causes no delivery: replay the message at the broker afterwards.
   * Harmless to repeat.
   *
   * @param ids 1 to {@link #MAX_IDS}
   * @return those of them that were dead
   */
  List<MessageId> retry(InboxScope scope, List<MessageId> ids);

  /**
   * Deletes dead messages for good: delivered again, they are new. Harmless to repeat.
   *
   * @param ids 1 to {@link #MAX_IDS}
   * @return those of them that were dead
   */
  List<MessageId> purge(InboxScope scope, List<MessageId> ids);
}
