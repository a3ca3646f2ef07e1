package io.restante.mailbox;

import io.restante.audit.AuditEntry;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.Decision;
import io.restante.pipeline.RequestSize;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Submits of one sender, each decided by itself. */
record SubmitCommand(
    String sender,
    String requestId,
    List<Item> items,
    Optional<Keeping<List<Decision<SubmitReceipt>>>> keeping)
    implements MailboxCommand<List<Decision<SubmitReceipt>>> {
  private static final int OVERHEAD = 512;

  /**
   * One envelope.
   *
   * @param submission null if refused already
   * @param body the body as it is to be stored
   * @param acknowledgeTo the id of the mailbox where the sender wants to be told, or null
   * @param refusal why it is refused already, or null
   */
  record Item(
      long mailboxId,
      Submission submission,
      StoredBody body,
      Long acknowledgeTo,
      RestanteException refusal) {
    static Item refused(RestanteException refusal) {
      return new Item(0, null, null, null, refusal);
    }

    private boolean isOpen() {
      return refusal == null;
    }

    private long bytes() {
      return isOpen() ? OVERHEAD + body.memory() : OVERHEAD;
    }
  }

  /** The lane of its first mailbox that exists. */
  @Override
  public long lane() {
    return items.stream().filter(Item::isOpen).mapToLong(Item::mailboxId).findFirst().orElse(0);
  }

  @Override
  public RequestSize size() {
    return new RequestSize(items.size(), items.stream().mapToLong(Item::bytes).sum());
  }

  @Override
  public Collection<Long> mailboxIds() {
    return items.stream().filter(Item::isOpen).map(Item::mailboxId).toList();
  }

  @Override
  public Collection<Identity> identities() {
    return items.stream().filter(Item::isOpen).map(this::identity).toList();
  }

  /** The outcome if no item is left to decide. */
  List<Decision<SubmitReceipt>> refusals() {
    return items.stream().map(item -> Decision.<SubmitReceipt>refused(item.refusal())).toList();
  }

  @Override
  public List<Decision<SubmitReceipt>> decide(MailboxLedger ledger) {
    return items.stream().map(item -> Decision.from(() -> decide(ledger, item))).toList();
  }

  @Override
  public boolean isDecided(List<Decision<SubmitReceipt>> outcome) {
    return outcome.stream().allMatch(Decision::isFinal);
  }

  /** The same identity with another body is somebody's mistake, or somebody's attempt. */
  @Override
  public List<AuditEntry> audits(List<Decision<SubmitReceipt>> outcome) {
    return IntStream.range(0, items.size())
        .filter(i -> isConflict(outcome.get(i).refusal()))
        .mapToObj(i -> items.get(i).submission().mailbox())
        .map(
            mailbox ->
                AuditEntry.of(sender, "mailbox.submit")
                    .in(mailbox.domain())
                    .on(mailbox.resource())
                    .withOutcome(ErrorCode.MESSAGE_ID_CONFLICT.name())
                    .during(requestId))
        .toList();
  }

  private static boolean isConflict(RestanteException refusal) {
    return refusal != null && refusal.code() == ErrorCode.MESSAGE_ID_CONFLICT;
  }

  private SubmitReceipt decide(MailboxLedger ledger, Item item) {
    if (!item.isOpen()) {
      throw item.refusal();
    }
    Mailbox mailbox = ledger.mailbox(item.mailboxId());
    mailbox.requireAcceptable(item.submission(), ledger.config());
    Identity identity = identity(item);
    Optional<EnvelopeHead> pending =
        ledger.pending(identity).or(() -> ledger.quarantined(identity));
    if (pending.isPresent()) {
      EnvelopeHead head = pending.get();
      requireSame(head.digest(), item);
      return receipt(mailbox, head, true);
    }
    Optional<Tombstone> tombstone = ledger.tombstone(identity);
    if (tombstone.isPresent()) {
      requireSame(tombstone.get().digest(), item);
      ledger.acknowledge(tombstone.get());
      return receipt(mailbox, tombstone.get());
    }
    ledger.requireRoom(mailbox, item.submission().body().length);
    return receipt(
        mailbox,
        ledger.accept(
            mailbox,
            EnvelopeDraft.of(sender, item.submission(), item.body(), item.acknowledgeTo())),
        false);
  }

  private Identity identity(Item item) {
    return new Identity(item.mailboxId(), sender, item.submission().messageId());
  }

  private static void requireSame(byte[] digest, Item item) {
    if (!MessageDigest.isEqual(digest, item.body().digest())) {
      throw new RestanteException(
          ErrorCode.MESSAGE_ID_CONFLICT, "This messageId was used for another body.");
    }
  }

  private static SubmitReceipt receipt(Mailbox mailbox, EnvelopeHead head, boolean duplicate) {
    return new SubmitReceipt(
        head.messageId(),
        head.acceptedAt(),
        head.expiresAt(),
        duplicate,
        mailbox.tellsFinalization() ? SubmitReceipt.State.PENDING : null,
        acknowledger(mailbox, head.sender(), head.acknowledgeTo()));
  }

  private static SubmitReceipt receipt(Mailbox mailbox, Tombstone tombstone) {
    return new SubmitReceipt(
        tombstone.identity().messageId(),
        tombstone.acceptedAt(),
        tombstone.expiresAt(),
        true,
        mailbox.tellsFinalization() ? SubmitReceipt.State.FINALIZED : null,
        acknowledger(mailbox, tombstone.identity().sender(), tombstone.acknowledgeTo()));
  }

  private static String acknowledger(Mailbox mailbox, String sender, Long acknowledgeTo) {
    return acknowledgeTo != null && mailbox.tellsFinalization()
        ? mailbox.acknowledgerTo(sender)
        : null;
  }
}
