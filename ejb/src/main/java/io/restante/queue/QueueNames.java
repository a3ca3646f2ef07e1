package io.restante.queue;

import io.restante.outbox.SubjectNames;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/** Names the queues that outbox events are about. */
@ApplicationScoped
class QueueNames implements SubjectNames {
  @Inject private JpaQueueStore store;

  @Override
  public String subjectType() {
    return DeadMessage.KIND;
  }

  @Override
  public Name nameOf(long queueId) {
    return store.entries(List.of(queueId)).stream()
        .findFirst()
        .map(queue -> new Name(queue.address().domain(), queue.address().resource()))
        .orElse(Name.NONE);
  }
}
