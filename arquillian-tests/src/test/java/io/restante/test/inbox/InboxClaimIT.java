package io.restante.test.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.inbox.HandlerFailedException;
import io.restante.inbox.Inbox;
import io.restante.inbox.InboxClaim;
import io.restante.inbox.InboxFailure;
import io.restante.inbox.InboxMessage;
import io.restante.inbox.InboxOutcome;
import io.restante.inbox.InboxRecord;
import io.restante.inbox.InboxScope;
import io.restante.inbox.MessageId;
import io.restante.inbox.NotClaimedException;
import io.restante.test.harness.InsideServer;
import io.restante.test.harness.Together;
import io.restante.test.shop.Bookings;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBTransactionRequiredException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The inbox in the transaction of an application on the same server, which writes its own table.
 */
@ExtendWith(ArquillianExtension.class)
class InboxClaimIT {

  private static final InboxClaim FIRST = new InboxClaim.Claimed(1);
  private static final InboxClaim COMPLETED = new InboxClaim.AlreadyCompleted();
  private static final InboxClaim IN_PROGRESS = new InboxClaim.InProgress();

  private final InboxScope scope = InboxScope.of("scope-" + UUID.randomUUID());
  private final InboxMessage message = message("m1");

  @EJB(lookup = Inbox.JNDI_NAME)
  private Inbox inbox;

  @EJB private Bookings bookings;

  @Resource private UserTransaction transaction;

  @Resource(lookup = "java:jboss/TransactionManager")
  private TransactionManager transactions;

  @Deployment
  static WebArchive deployment() {
    return InsideServer.archive(
        InboxClaimIT.class, Bookings.class, Together.class, ServerFigures.class);
  }

  @AfterEach
  void endTransaction() throws Exception {
    if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
      transaction.rollback();
    }
  }

  private static InboxMessage message(String id) {
    return InboxMessage.of(id, "order.placed");
  }

  private String order(InboxMessage of) {
    return scope.name() + "/" + of.id().value();
  }

  @Test
  void effectAndCompletionCommitTogether() throws Exception {
    transaction.begin();
    assertThat(inbox.claim(scope, message)).isEqualTo(FIRST);
    bookings.book(order(message));
    inbox.complete(scope, message.id());
    transaction.commit();

    assertThat(bookings.count(order(message))).isEqualTo(1);
    assertThat(found().completedAt()).isNotNull();
    transaction.begin();
    assertThat(inbox.claim(scope, message)).isEqualTo(COMPLETED);
  }

  @Test
  void effectAndCompletionRollBackTogether() throws Exception {
    transaction.begin();
    inbox.claim(scope, message);
    bookings.book(order(message));
    inbox.complete(scope, message.id());
    transaction.rollback();

    assertThat(bookings.count(order(message))).isZero();
    assertThat(inbox.find(scope, message.id())).isEmpty();
    assertThat(claimAlone(message)).isEqualTo(FIRST);
  }

  @Test
  void commitWithoutCompletionLeavesTheMessageOpen() throws Exception {
    transaction.begin();
    inbox.claim(scope, message);
    transaction.commit();

    assertThat(found().completedAt()).isNull();
    assertThat(found().attempts()).isZero();
    assertThat(claimAlone(message)).isEqualTo(FIRST);
  }

  @Test
  void whatIsRecordedIsWhatTheMessageSaid() throws Exception {
    InboxMessage whole =
        new InboxMessage(new MessageId("whole"), "order.placed", 3, "talk", "answered", "cause");
    transaction.begin();
    inbox.claim(scope, whole);
    transaction.commit();

    InboxRecord found = inbox.find(scope, whole.id()).orElseThrow();
    assertThat(found.message()).isEqualTo(whole);
    assertThat(found.scope()).isEqualTo(scope);
    assertThat(found.receivedAt()).isEqualTo(found.updatedAt()).isNotNull();
    assertThat(found.lastError()).isNull();
  }

  @Test
  void duplicateOfAFirstDeliveryIsInProgressAtOnceAndSpoilsNothing() throws Exception {
    whileClaimedElsewhere(() -> assertInProgressAtOnceAndUsable());
  }

  @Test
  void duplicateOfARetriedDeliveryIsInProgressAtOnceAndSpoilsNothing() throws Exception {
    assertThat(inbox.fail(scope, message, new IllegalStateException("first")))
        .isEqualTo(new InboxFailure.Retry(1));
    whileClaimedElsewhere(() -> assertInProgressAtOnceAndUsable());
    assertThat(claimAlone(message)).isEqualTo(new InboxClaim.Claimed(2));
  }

  private void assertInProgressAtOnceAndUsable() throws Exception {
    InboxMessage other = message("other");
    transaction.begin();
    bookings.book(order(other));
    inbox.claim(scope, message);
    long began = System.nanoTime();
    InboxClaim claim = inbox.claim(scope, message);
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertThat(claim).isEqualTo(IN_PROGRESS);
    // A wait for the lock would last for five.
    assertThat(took).isLessThan(Duration.ofSeconds(4));
    assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
    assertThat(inbox.claim(scope, other)).isEqualTo(FIRST);
    inbox.complete(scope, other.id());
    transaction.commit();
    assertThat(bookings.count(order(other))).isEqualTo(1);
    assertThat(claimAlone(other)).isEqualTo(COMPLETED);
  }

  /** Another thread claims the message and keeps it until the work is done. */
  private void whileClaimedElsewhere(Work work) throws Exception {
    CountDownLatch claimed = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Together.call(
        List.of(
            () -> {
              transactions.begin();
              try {
                inbox.claim(scope, message);
                claimed.countDown();
                done.await(30, TimeUnit.SECONDS);
              } finally {
                transactions.rollback();
              }
              return null;
            },
            () -> {
              claimed.await(30, TimeUnit.SECONDS);
              try {
                work.run();
              } finally {
                done.countDown();
              }
              return null;
            }));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofManyClaimsOfOneMessageOneHasIt(boolean retried) throws Exception {
    for (int round = 0; round < 5; round++) {
      InboxMessage wanted = message("wanted " + round);
      if (retried) {
        inbox.fail(scope, wanted, new IllegalStateException());
      }
      List<InboxClaim> claims = claimTogether(32, i -> wanted);

      assertThat(claims).filteredOn(InboxClaim.Claimed.class::isInstance).hasSize(1);
      assertThat(claims).filteredOn(IN_PROGRESS::equals).hasSize(31);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void neighboursAreNeverInProgress(boolean retried) throws Exception {
    for (int round = 0; round < 5; round++) {
      String prefix = round + "-";
      if (retried) {
        IntStream.range(0, 32)
            .forEach(i -> inbox.fail(scope, message(prefix + i), new IllegalStateException()));
      }
      List<InboxClaim> claims = claimTogether(32, i -> message(prefix + i));

      assertThat(claims).allMatch(new InboxClaim.Claimed(retried ? 2 : 1)::equals);
    }
  }

  /** Each claims, and waits for all the others before it ends its transaction. */
  private List<InboxClaim> claimTogether(
      int threads, java.util.function.IntFunction<InboxMessage> of) {
    CountDownLatch claimed = new CountDownLatch(threads);
    return Together.call(
        threads,
        i -> {
          try {
            transactions.begin();
            try {
              InboxClaim claim = inbox.claim(scope, of.apply(i));
              claimed.countDown();
              claimed.await(30, TimeUnit.SECONDS);
              if (claim instanceof InboxClaim.Claimed) {
                inbox.complete(scope, of.apply(i).id());
              }
              return claim;
            } finally {
              transactions.commit();
            }
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void processHandlesOnceAndSaysSoTheSecondTime() throws Exception {
    transaction.begin();
    InboxOutcome<String> first =
        inbox.process(
            scope,
            message,
            attempt -> {
              bookings.book(order(message));
              return "attempt " + attempt;
            });
    transaction.commit();
    transaction.begin();
    InboxOutcome<String> second =
        inbox.process(
            scope,
            message,
            attempt -> {
              throw new AssertionError("handled twice");
            });
    transaction.rollback();

    assertThat(first).isEqualTo(new InboxOutcome.Processed<>("attempt 1"));
    assertThat(second).isEqualTo(new InboxOutcome.AlreadyCompleted<>());
    assertThat(bookings.count(order(message))).isEqualTo(1);
  }

  @Test
  void handlersExceptionRollsBackAndIsTheCause() throws Exception {
    Exception thrown = new java.io.IOException("no shelf");
    transaction.begin();
    assertThatThrownBy(
            () ->
                inbox.process(
                    scope,
                    message,
                    attempt -> {
                      bookings.book(order(message));
                      throw thrown;
                    }))
        .isInstanceOf(HandlerFailedException.class)
        .hasCause(thrown);
    assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    transaction.rollback();

    assertThat(bookings.count(order(message))).isZero();
    assertThat(inbox.fail(scope, message, thrown)).isEqualTo(new InboxFailure.Retry(1));
    assertThat(found().lastError()).isEqualTo("java.io.IOException: no shelf");
  }

  @Test
  void messageThatFailsTooOftenIsDead() throws Exception {
    for (int attempt = 1; attempt < 3; attempt++) {
      assertThat(inbox.fail(scope, message, new IllegalStateException(), 3))
          .isEqualTo(new InboxFailure.Retry(attempt));
    }
    assertThat(inbox.fail(scope, message, new IllegalStateException("last"), 3))
        .isEqualTo(new InboxFailure.NowDead(3));
    InboxRecord dead = found();
    assertThat(inbox.fail(scope, message, new IllegalStateException("later"), 3))
        .isEqualTo(new InboxFailure.NowDead(3));

    assertThat(dead.deadAt()).isNotNull();
    assertThat(found()).isEqualTo(dead);
    assertThat(claimAlone(message)).isEqualTo(new InboxClaim.Dead());
    transaction.begin();
    assertThat(inbox.process(scope, message, attempt -> attempt))
        .isEqualTo(new InboxOutcome.Dead<>());
  }

  @Test
  void oneAttemptMayBeAll() {
    assertThat(inbox.fail(scope, message, new IllegalStateException(), 1))
        .isEqualTo(new InboxFailure.NowDead(1));
    assertThat(found().deadAt()).isNotNull();
  }

  @Test
  void withoutALimitOfItsOwnAMessageIsDeadAfterTenFailures() {
    for (int attempt = 1; attempt < 10; attempt++) {
      assertThat(inbox.fail(scope, message, new IllegalStateException()))
          .isEqualTo(new InboxFailure.Retry(attempt));
    }
    assertThat(inbox.fail(scope, message, new IllegalStateException()))
        .isEqualTo(new InboxFailure.NowDead(10));
  }

  @Test
  void failureOfACompletedMessageIsIgnored() throws Exception {
    transaction.begin();
    inbox.claim(scope, message);
    inbox.complete(scope, message.id());
    transaction.commit();
    InboxRecord completed = found();

    assertThat(inbox.fail(scope, message, new IllegalStateException()))
        .isEqualTo(new InboxFailure.Ignored());
    assertThat(found()).isEqualTo(completed);
  }

  @Test
  void failureIsRecordedWhateverBecomesOfTheCallersTransaction() throws Exception {
    transaction.begin();
    inbox.fail(scope, message, new IllegalStateException());
    transaction.rollback();

    assertThat(found().attempts()).isEqualTo(1);
  }

  @Test
  void errorIsKeptWithItsCausesAndCutAtTwoKibibytes() {
    Throwable small = new IllegalStateException("outer", new java.io.IOException("inner"));
    inbox.fail(scope, message, small);
    assertThat(found().lastError())
        .isEqualTo("java.lang.IllegalStateException caused by java.io.IOException: outer; inner");

    inbox.fail(scope, message, new IllegalStateException("é€😀".repeat(1_000)));
    String cut = found().lastError();
    assertThat(cut).startsWith("java.lang.IllegalStateException: é€😀").endsWith("😀é [cut]");
    assertThat(cut.getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
        .isBetween(2_040, 2_048);
  }

  @Test
  void onlyWhatThisTransactionClaimedCanBeCompleted() throws Exception {
    inbox.fail(scope, message, new IllegalStateException());
    transaction.begin();
    assertThatThrownBy(() -> inbox.complete(scope, message.id()))
        .isInstanceOf(NotClaimedException.class);
    assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    transaction.rollback();

    transaction.begin();
    inbox.claim(scope, message);
    inbox.complete(scope, message.id());
    assertThatThrownBy(() -> inbox.complete(scope, message.id()))
        .isInstanceOf(NotClaimedException.class);
  }

  @Test
  void claimsNeedATransaction() {
    assertThatThrownBy(() -> inbox.claim(scope, message))
        .isInstanceOf(EJBTransactionRequiredException.class);
    assertThatThrownBy(() -> inbox.complete(scope, message.id()))
        .isInstanceOf(EJBTransactionRequiredException.class);
    assertThatThrownBy(() -> inbox.process(scope, message, attempt -> attempt))
        .isInstanceOf(EJBTransactionRequiredException.class);
  }

  @Test
  void scopesHoldOneTo128BytesWithoutControlCharacters() throws Exception {
    for (String name : List.of("o", "x".repeat(128), "é".repeat(64), "a b/c?d", "😀")) {
      transaction.begin();
      assertThat(inbox.claim(InboxScope.of(name), message("in " + scope.name()))).isEqualTo(FIRST);
      transaction.rollback();
    }
    for (String name :
        List.of("", "x".repeat(129), "é".repeat(64) + "x", "a\nb", "\u0000", "a\u007f", "\ud800")) {
      assertThatThrownBy(() -> InboxScope.of(name)).isInstanceOf(ValidationFailedException.class);
    }
    assertThatThrownBy(() -> InboxScope.of(null)).isInstanceOf(ValidationFailedException.class);
  }

  @Test
  void idsHoldOneTo200Bytes() throws Exception {
    for (String id : List.of("1", "x".repeat(200), "é".repeat(100), "tab\tand\0nul")) {
      assertThat(claimAlone(message(id))).isEqualTo(FIRST);
    }
    for (String id : List.of("", "x".repeat(201), "é".repeat(100) + "x", "half \udc00")) {
      assertThatThrownBy(() -> new MessageId(id)).isInstanceOf(ValidationFailedException.class);
    }
  }

  @Test
  void idsAreComparedByteByByte() throws Exception {
    List<String> alike =
        List.of("order", "ORDER", "order ", "Order", " order", "örder", "o\u0308rder");
    for (String id : alike) {
      transaction.begin();
      assertThat(inbox.claim(scope, message(id))).as(id).isEqualTo(FIRST);
      inbox.complete(scope, new MessageId(id));
      transaction.commit();
    }
    for (String id : alike) {
      assertThat(claimAlone(message(id))).as(id).isEqualTo(COMPLETED);
    }
  }

  @Test
  void sameIdInTwoScopesIsTwoMessages() throws Exception {
    InboxScope other = InboxScope.of(scope.name() + " ");
    transaction.begin();
    inbox.claim(scope, message);
    inbox.complete(scope, message.id());
    assertThat(inbox.claim(other, message)).isEqualTo(FIRST);
    transaction.commit();

    assertThat(found().completedAt()).isNotNull();
    assertThat(inbox.find(other, message.id()).orElseThrow().completedAt()).isNull();
  }

  /** What the guard relies on, so that no failure waits for a connection while it holds one. */
  @Test
  void synchronizationThatIsNotInterposedIsToldWhenTheConnectionWasGivenBack() throws Exception {
    List<Long> inUse = new ArrayList<>();
    for (int i = 0; i < 100 && !inUse.contains(0L); i++) {
      transaction.begin();
      transactions
          .getTransaction()
          .registerSynchronization(
              new Synchronization() {
                @Override
                public void beforeCompletion() {}

                @Override
                public void afterCompletion(int status) {
                  inUse.add(ServerFigures.count(ServerFigures.CONNECTIONS, "InUseCount"));
                }
              });
      inbox.claim(scope, message);
      transaction.rollback();
    }
    assertThat(inUse).as("connections in use, of others too").contains(0L);
  }

  @Test
  void domainMustExist() throws Exception {
    transaction.begin();
    assertThatThrownBy(() -> inbox.claim(new InboxScope("no.such.domain", "s"), message))
        .isInstanceOfSatisfying(
            RestanteException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  private InboxClaim claimAlone(InboxMessage wanted) throws Exception {
    transaction.begin();
    try {
      return inbox.claim(scope, wanted);
    } finally {
      transaction.rollback();
    }
  }

  private InboxRecord found() {
    return inbox.find(scope, message.id()).orElseThrow();
  }

  private interface Work {
    void run() throws Exception;
  }
}
