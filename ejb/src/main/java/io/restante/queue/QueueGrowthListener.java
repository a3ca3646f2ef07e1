package io.restante.queue;

import java.util.Set;

/** Is told of queues that got something to hand out, once that is committed; must not block. */
public interface QueueGrowthListener {
  void queuesGrown(Set<Long> queueIds);
}
