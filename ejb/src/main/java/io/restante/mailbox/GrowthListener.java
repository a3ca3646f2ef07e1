package io.restante.mailbox;

import java.util.Set;

/** Is told of mailboxes that got mail, for whoever waits elsewhere. */
public interface GrowthListener {
  /** Called after the commit, by the thread that committed: it must not wait for anything. */
  void grown(Set<Long> mailboxIds);
}
