package io.restante.sealing;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.keys.Keys;
import io.restante.sealing.SealingState.KeyUse;
import io.restante.sealing.SealingState.Role;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads which keys are in use; locks nothing, and each table is read at a moment of its own. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class SealingService {
  @Inject private JpaSealingStore store;
  @Inject private AccessControl access;
  @Inject private Keys keys;

  /**
   * The keys that pending envelopes, kept answers, callbacks or messages of queues name and this
   * node does not have. Envelopes in quarantine do not count: an administrator knows of them, and
   * they may wait there for a key.
   */
  public SortedSet<Long> missing() {
    SortedSet<Long> missing = new TreeSet<>(store.named(JpaSealingStore.ENVELOPES));
    missing.addAll(store.named(JpaSealingStore.KEPT_ANSWERS));
    missing.addAll(store.named(JpaSealingStore.CALLBACKS));
    missing.addAll(store.named(JpaSealingStore.MESSAGES));
    missing.removeAll(keys.sealingKeys());
    return missing;
  }

  /** For administrators. */
  public SealingState state(Caller caller) {
    access.requireAdministrator(caller, "sealing.read");
    Map<Long, Long> envelopes = store.count(JpaSealingStore.ENVELOPES);
    Map<Long, Long> quarantined = store.count(JpaSealingStore.QUARANTINED);
    Map<Long, Long> keptAnswers = store.count(JpaSealingStore.KEPT_ANSWERS);
    Map<Long, Long> callbacks = store.count(JpaSealingStore.CALLBACKS);
    Map<Long, Long> messages = store.count(JpaSealingStore.MESSAGES);
    Set<Long> known = new LinkedHashSet<>(keys.sealingKeys());
    List.of(envelopes, quarantined, keptAnswers, callbacks, messages)
        .forEach(counts -> counts.keySet().stream().filter(key -> key != null).forEach(known::add));
    return new SealingState(
        keys.primarySealingKey(),
        known.stream()
            .map(
                key ->
                    new KeyUse(
                        key,
                        role(key),
                        envelopes.getOrDefault(key, 0L),
                        quarantined.getOrDefault(key, 0L),
                        keptAnswers.getOrDefault(key, 0L),
                        callbacks.getOrDefault(key, 0L),
                        messages.getOrDefault(key, 0L)))
            .toList(),
        envelopes.getOrDefault(null, 0L),
        quarantined.getOrDefault(null, 0L));
  }

  private Role role(long key) {
    if (key == keys.primarySealingKey()) {
      return Role.PRIMARY;
    }
    if (!keys.sealingKeys().contains(key)) {
      return Role.MISSING;
    }
    return keys.olderSealingKeys().contains(key) ? Role.EARLIER : Role.LATER;
  }
}
