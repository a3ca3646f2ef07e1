package io.restante.mailbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.restante.error.NotFoundException;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds mailboxes, and remembers what does not change with their mail. The id of a mailbox never
 * changes; those of mailboxes that were deleted elsewhere are forgotten within two seconds, and so
 * is whether their bodies are sealed, where that was changed. Until then such an id harms nothing:
 * its row is not there to be locked, and the caller is told that there is no such mailbox.
 */
@ApplicationScoped
public class MailboxDirectory {
  private static final int MOST = 100_000;
  private static final int QUESTION = 1_000;

  @Inject private MailboxService mailboxes;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  private final Cache<MailboxAddress, MailboxEntry> entries =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(Duration.ofMinutes(5)).build();

  /**
   * @throws NotFoundException if there is no such mailbox
   */
  MailboxEntry require(MailboxAddress address) {
    MailboxEntry known = entries.getIfPresent(address);
    if (known != null) {
      return known;
    }
    MailboxEntry found = mailboxes.find(address).orElseThrow(NotFoundException::new);
    entries.put(address, found);
    return found;
  }

  /** Now, and when the transaction that changes it ends: meanwhile others read the old row. */
  void forget(MailboxAddress address) {
    entries.invalidate(address);
    if (transaction.getTransactionStatus() == Status.STATUS_ACTIVE) {
      transaction.registerInterposedSynchronization(new Forget(this, address));
    }
  }

  /** Forgets mailboxes that are gone or changed: one question for a thousand of them. */
  void forgetChanged() {
    List<Map.Entry<MailboxAddress, MailboxEntry>> known = List.copyOf(entries.asMap().entrySet());
    for (int from = 0; from < known.size(); from += QUESTION) {
      List<Map.Entry<MailboxAddress, MailboxEntry>> asked =
          known.subList(from, Math.min(known.size(), from + QUESTION));
      Map<Long, MailboxEntry> present =
          mailboxes.entries(asked.stream().map(entry -> entry.getValue().id()).toList()).stream()
              .collect(Collectors.toMap(MailboxEntry::id, Function.identity()));
      asked.stream()
          .filter(entry -> !entry.getValue().equals(present.get(entry.getValue().id())))
          .forEach(entry -> entries.asMap().remove(entry.getKey(), entry.getValue()));
    }
  }

  private record Forget(MailboxDirectory directory, MailboxAddress address)
      implements Synchronization {
    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      directory.entries.invalidate(address);
    }
  }
}
