package io.restante.wake;

import io.restante.keys.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Seals callbacks with the present key that were sealed with an earlier one, in the caller's
 * transaction. Locks their rows alone, and leaves out those that somebody else holds. What does not
 * open stays as it is.
 */
@ApplicationScoped
public class CallbackResealing {
  @Inject private JpaWakeStore store;
  @Inject private Keys keys;

  /**
   * Seals at most so many of those that name the key.
   *
   * @param after a mailbox's id: only callbacks of mailboxes above it
   * @return up to where it came, or {@link Long#MAX_VALUE} if there are no more
   */
  public long next(long key, long after, int limit) {
    List<MailboxWake> claimed = store.claim(key, after, limit);
    claimed.forEach(wake -> wake.sealAnew(keys));
    return claimed.size() < limit ? Long.MAX_VALUE : claimed.get(limit - 1).mailboxId();
  }
}
