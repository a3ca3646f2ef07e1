package io.restante.mailbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.restante.error.NotFoundException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the ids of mailboxes, and remembers them. The id of a mailbox never changes; those of
 * mailboxes that were deleted elsewhere are forgotten within two seconds. Until then such an id
 * harms nothing: its row is not there to be locked, and the caller is told that there is no such
 * mailbox.
 */
@ApplicationScoped
public class MailboxDirectory {
  private static final int MOST = 100_000;
  private static final int QUESTION = 1_000;

  @Inject private MailboxService mailboxes;
  @Inject private EnvelopeReader reader;

  private final Cache<MailboxAddress, Long> ids =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(Duration.ofMinutes(5)).build();

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

  /** Forgets the ids whose mailboxes are gone: one question for a thousand of them. */
  void forgetDeleted() {
    List<Map.Entry<MailboxAddress, Long>> known = List.copyOf(ids.asMap().entrySet());
    for (int from = 0; from < known.size(); from += QUESTION) {
      List<Map.Entry<MailboxAddress, Long>> asked =
          known.subList(from, Math.min(known.size(), from + QUESTION));
      Set<Long> present =
          reader.nextSequences(asked.stream().map(Map.Entry::getValue).toList()).keySet();
      asked.stream()
          .filter(entry -> !present.contains(entry.getValue()))
          .forEach(entry -> ids.asMap().remove(entry.getKey(), entry.getValue()));
    }
  }
}
