package io.restante.outbox;

import io.restante.database.DatabaseErrors;
import io.restante.database.FailureLog;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.keys.MissingKeyException;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.concurrent.CompletionException;

/**
 * What the message-driven beans of all event types have in common. A message only says that an
 * event is to be carried out; the row says whether it still is. So a message that comes twice, or
 * late, does nothing, and one that is lost is published again two minutes later.
 *
 * <p>A failure is written into the row, which decides when and how often it is tried again; the
 * message is done with. If the database takes that neither, it is written when the database does.
 * What leaves {@link #onMessage} is a message that names no event: the broker delivers it again,
 * and then lays it into {@code restante.dlq}.
 */
public abstract class EventConsumer implements MessageListener {
  @Inject private OutboxService events;
  @Inject private UnwrittenFailures unwritten;

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void onMessage(Message message) {
    long eventId;
    try {
      eventId = EventMessages.eventId(message);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
    try {
      events.open(eventId).ifPresent(this::attempt);
    } catch (RuntimeException failure) {
      if (!DatabaseErrors.isUnavailable(failure)) {
        throw failure;
      }
      FailureLog.failed("A consumer of outbox events", failure);
      unwritten.add(eventId);
    }
  }

  /**
   * Carries the event out, without a transaction of its own around it, and has it marked as done:
   * in the transaction of its effect, or, if that is not in the database, after it with {@link
   * OutboxService#done}. May block. What it throws is a failed attempt.
   */
  protected abstract void carryOut(DueEvent event);

  private void attempt(DueEvent event) {
    try {
      carryOut(event);
    } catch (MissingKeyException elsewhere) {
      events.handBack(event.id());
    } catch (RuntimeException failure) {
      events.failed(event.id(), code(failure));
    }
  }

  private static String code(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof RestanteException refusal) {
      return refusal.code().name();
    }
    FailureLog.failed("Carrying out an outbox event", cause);
    return ErrorCode.INTERNAL.name();
  }
}
