package io.restante.inbox;

import jakarta.ejb.Local;

/**
 * Clears records away that are no longer needed, beside the timer that does so by configuration.
 * Bound at {@link #JNDI_NAME}.
 */
@Local
public interface InboxPurge {
  /** Where the session bean is bound. */
  String JNDI_NAME =
      "java:global/restante/restante-ejb/InboxPurgeBean!io.restante.inbox.InboxPurge";

  /**
   * Makes up to three sweeps, each of so many records at the most and in a transaction of its own,
   * whatever the caller's is. What another transaction holds is left out, and what was changed
   * meanwhile stays. Blocks; safe to repeat, and to be repeated while a sweep is full.
   */
  InboxPurgeReport purge(InboxPurgeRequest request);
}
