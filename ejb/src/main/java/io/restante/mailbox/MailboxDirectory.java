package io.restante.mailbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.restante.error.NotFoundException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Finds the ids of mailboxes, and remembers them for two seconds. The id of a mailbox never
 * changes; of one that was deleted and made anew elsewhere, callers of this node are told for so
 * long that it does not exist, since its old row is not there to be locked.
 */
@ApplicationScoped
public class MailboxDirectory {
  private static final int MOST = 100_000;

  @Inject private MailboxService mailboxes;

  private final Cache<MailboxAddress, Long> ids =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(Duration.ofSeconds(2)).build();

  /**
   * @throws NotFoundException if there is no such mailbox
   */
  long requireId(MailboxAddress address) {
    Long known = ids.getIfPresent(address);
    if (known != null) {
      return known;
    }
    long found = mailboxes.findId(address).orElseThrow(NotFoundException::new);
    ids.put(address, found);
    return found;
  }

  void forget(MailboxAddress address) {
    ids.invalidate(address);
  }
}
