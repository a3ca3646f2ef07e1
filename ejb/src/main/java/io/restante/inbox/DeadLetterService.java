package io.restante.inbox;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;

/**
 * Dead messages, in the caller's transaction or one of its own. It locks the rows that are dead,
 * lowest id first, and then changes those; a crash leaves all of a call or nothing.
 */
@Stateless
public class DeadLetterService {
  @Inject private JdbcInboxStore store;
  @Inject private Clock clock;

  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public DeadLetterPage page(DeadLetterQuery query) {
    List<InboxRecord> found = store.dead(query);
    List<InboxRecord> taken = found.subList(0, Math.min(query.limit(), found.size()));
    return new DeadLetterPage(
        taken,
        taken.isEmpty() ? query.after() : position(taken.get(taken.size() - 1)),
        found.size() > taken.size());
  }

  public List<MessageId> retry(InboxScope scope, List<MessageId> ids) {
    List<MessageId> dead = lock(scope, ids);
    store.reopen(scope, dead, clock.instant());
    return dead;
  }

  public List<MessageId> purge(InboxScope scope, List<MessageId> ids) {
    List<MessageId> dead = lock(scope, ids);
    store.delete(scope, dead);
    return dead;
  }

  private List<MessageId> lock(InboxScope scope, List<MessageId> ids) {
    return store.lockDead(
        scope, ids.stream().distinct().sorted(Comparator.comparing(MessageId::value)).toList());
  }

  private static DeadLetterQuery.Position position(InboxRecord last) {
    return new DeadLetterQuery.Position(last.deadAt(), last.message().id());
  }
}
