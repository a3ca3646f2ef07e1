package io.restante.queue;

import static io.restante.queue.MessageState.ACKED;
import static io.restante.queue.MessageState.CANCELLED;
import static io.restante.queue.MessageState.DEAD_LETTERED;
import static io.restante.queue.MessageState.EXPIRED;
import static io.restante.queue.MessageState.LEASED;
import static io.restante.queue.MessageState.PENDING_DEAD_LETTER;
import static io.restante.queue.MessageState.READY;
import static io.restante.queue.MessageState.SCHEDULED;
import static org.assertj.core.api.Assertions.assertThat;

import io.restante.error.RestanteException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Whatever is done to the messages of a queue, in whatever order: only the transitions of the table
 * happen, each raises the state version by one, a refusal changes nothing, attempts never exceed
 * their limit, fences rise, and the usage is what the messages sum up to.
 */
class QueueMessageProperties {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final int MOST = 8;

  private enum Operation {
    CLAIM,
    ACK,
    NACK,
    RENEW,
    RELEASE,
    PASS,
    PARK,
    REDRIVE,
    CANCEL
  }

  private static final List<Operation> OPERATIONS = List.of(Operation.values());

  /** The table of docs/state-machines.md: where each operation may lead from each state. */
  private static final Map<Operation, Map<MessageState, Set<MessageState>>> TABLE =
      Map.of(
          Operation.CLAIM, Map.of(READY, Set.of(LEASED)),
          Operation.ACK, Map.of(LEASED, Set.of(ACKED)),
          Operation.NACK, Map.of(LEASED, Set.of(SCHEDULED, DEAD_LETTERED, PENDING_DEAD_LETTER)),
          Operation.RENEW, Map.of(LEASED, Set.of(LEASED)),
          Operation.RELEASE, Map.of(LEASED, Set.of(READY)),
          Operation.PASS,
              Map.of(
                  READY, Set.of(EXPIRED),
                  SCHEDULED, Set.of(READY, EXPIRED),
                  LEASED, Set.of(READY, SCHEDULED, EXPIRED, DEAD_LETTERED, PENDING_DEAD_LETTER)),
          Operation.PARK, Map.of(PENDING_DEAD_LETTER, Set.of(DEAD_LETTERED)),
          Operation.REDRIVE,
              Map.of(
                  DEAD_LETTERED, Set.of(READY, SCHEDULED),
                  PENDING_DEAD_LETTER, Set.of(READY, SCHEDULED)),
          Operation.CANCEL,
              Map.of(
                  READY, Set.of(CANCELLED),
                  SCHEDULED, Set.of(CANCELLED),
                  LEASED, Set.of(CANCELLED),
                  DEAD_LETTERED, Set.of(CANCELLED),
                  PENDING_DEAD_LETTER, Set.of(CANCELLED)));

  @Property(tries = 2_000)
  void onlyTheTransitionsOfTheTableHappen(
      @ForAll @Size(max = 120) List<@IntRange(max = Integer.MAX_VALUE) Integer> choices,
      @ForAll @IntRange(min = 1, max = 4) int maxAttempts,
      @ForAll RetryJitter jitter,
      @ForAll @IntRange(min = 1, max = 3) int deadLetters,
      @ForAll @IntRange(min = 1, max = 120) int deadLetterBytes) {
    QueuePolicy policy =
        Policies.ofBytes(
            Policies.with(maxAttempts, jitter, (long) deadLetters, MOST),
            MOST * 50,
            MOST * 50,
            (long) deadLetterBytes,
            50);
    Run run = new Run(policy);
    for (int choice : choices) {
      run.step(new Random(choice));
    }
  }

  /** One queue, its messages, the leases that were ever given, and a clock. */
  private static final class Run {
    private final QueuePolicy policy;
    private final QueueUsage usage = new QueueUsage();
    private final List<QueueMessage> messages = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();
    private Instant now = T0;
    private long highestFence;

    Run(QueuePolicy policy) {
      this.policy = policy;
    }

    void step(Random random) {
      now = now.plusMillis(random.nextInt(2_000));
      if (messages.isEmpty() || random.nextInt(4) == 0) {
        enqueue(random);
      } else {
        QueueMessage message = messages.get(random.nextInt(messages.size()));
        Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        operate(message, operation, random);
      }
      requireSums();
    }

    private void enqueue(Random random) {
      Instant notBefore = random.nextBoolean() ? now.plusMillis(random.nextInt(3_000)) : null;
      Instant expiresAt = random.nextBoolean() ? now.plusMillis(random.nextInt(9_000)) : null;
      MessageTerms terms =
          new MessageTerms(
              "m" + messages.size(), 1 + random.nextInt(50), null, notBefore, expiresAt);
      boolean full = usage.storedMessages() >= policy.maxStoredMessages();
      try {
        messages.add(new QueueMessage(terms, policy, usage, now));
        assertThat(full).isFalse();
      } catch (RestanteException refusal) {
        boolean impossible =
            expiresAt != null
                && (!expiresAt.isAfter(now)
                    || (notBefore != null && !expiresAt.isAfter(notBefore)));
        assertThat(full || impossible).as(refusal.getMessage()).isTrue();
      }
    }

    private void operate(QueueMessage message, Operation operation, Random random) {
      MessageState before = message.state();
      long version = message.stateVersion();
      int generation = message.generation();
      boolean changed;
      try {
        perform(message, operation, random);
        changed = operation != Operation.PASS || message.stateVersion() != version;
      } catch (RestanteException refusal) {
        changed = false;
      }
      Set<MessageState> allowed = TABLE.get(operation).getOrDefault(before, Set.of());
      if (changed && (operation == Operation.PARK || operation == Operation.REDRIVE)) {
        assertThat(message.isExpired(now)).as("%s of what is expired", operation).isFalse();
      }
      if (changed) {
        assertThat(allowed).as("%s of %s", operation, before).contains(message.state());
        assertThat(message.stateVersion()).isEqualTo(version + 1);
      } else {
        assertThat(message.state()).isEqualTo(before);
        assertThat(message.stateVersion()).isEqualTo(version);
      }
      assertThat(message.generation())
          .isEqualTo(changed && operation == Operation.REDRIVE ? generation + 1 : generation);
      assertThat(message.attempts()).isBetween(0, policy.maxAttempts());
    }

    private void perform(QueueMessage message, Operation operation, Random random) {
      Lease lease =
          leases.isEmpty() ? new Lease("worker", 1, 1) : leases.get(random.nextInt(leases.size()));
      switch (operation) {
        case CLAIM -> {
          leases.add(
              message.claim("worker", Duration.ofMillis(1 + random.nextInt(5_000)), usage, now));
          assertThat(message.fence()).isGreaterThan(highestFence);
          highestFence = message.fence();
        }
        case ACK -> message.ack(lease, usage, now);
        case NACK -> message.nack(lease, "FAILED", policy, usage, random, now);
        case RENEW -> message.renew(lease, Duration.ofMillis(1 + random.nextInt(5_000)), now);
        case RELEASE -> message.release(lease, usage, now);
        case PASS -> message.pass(policy, usage, random, now);
        case PARK ->
            message.parkPending(version(message, random), message.generation(), policy, usage, now);
        case REDRIVE ->
            message.redrive(version(message, random), message.generation(), null, usage, now);
        case CANCEL -> message.cancel(version(message, random), message.generation(), usage, now);
      }
    }

    /** Mostly the present one. */
    private static long version(QueueMessage message, Random random) {
      return message.stateVersion() - (random.nextInt(5) == 0 ? 1 : 0);
    }

    private void requireSums() {
      List<QueueMessage> stored =
          messages.stream().filter(message -> !message.state().isTerminal()).toList();
      List<QueueMessage> leased =
          messages.stream().filter(message -> message.state() == LEASED).toList();
      List<QueueMessage> parked =
          messages.stream().filter(message -> message.state() == DEAD_LETTERED).toList();
      assertThat(usage.storedMessages()).isEqualTo(stored.size());
      assertThat(usage.storedBytes()).isEqualTo(bytes(stored));
      assertThat(usage.inFlightMessages()).isEqualTo(leased.size());
      assertThat(usage.inFlightBytes()).isEqualTo(bytes(leased));
      assertThat(usage.deadLetterMessages()).isEqualTo(parked.size());
      assertThat(usage.deadLetterBytes()).isEqualTo(bytes(parked));
      assertThat(parked).hasSizeLessThanOrEqualTo((int) policy.deadLetterMessages());
      assertThat(bytes(parked)).isLessThanOrEqualTo(policy.deadLetterBytes());
    }

    private static long bytes(List<QueueMessage> messages) {
      return messages.stream().mapToLong(QueueMessage::bytes).sum();
    }
  }
}
