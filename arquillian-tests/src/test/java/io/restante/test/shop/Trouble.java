package io.restante.test.shop;

import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What goes wrong with an order after it was booked, as its message says. */
@Singleton
@Lock(LockType.READ)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Trouble {
  /** How long the broker keeps an order that was refused. */
  public static final Duration REDELIVERY = Duration.ofSeconds(1);

  /** A system property that names the thread that is to crash after its commit. */
  public static final String CRASH_AFTER_COMMIT = "shop.crash.after-commit";

  /** A system property that names the thread that is to crash when it tells of its failure. */
  public static final String CRASH_BEFORE_FAIL = "shop.crash.before-fail";

  private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
  private final Set<String> healed = ConcurrentHashMap.newKeySet();

  /** How often the consumer has run for an order, whatever became of it. */
  public int runs(String order) {
    AtomicInteger counted = runs.get(order);
    return counted == null ? 0 : counted.get();
  }

  /** The next consumer of the order waits until the gate opens. */
  public void close(String order) {
    gates.put(order, new CountDownLatch(1));
  }

  public void open(String order) {
    gates.get(order).countDown();
  }

  /** The order is in no trouble any more, whatever its messages say. */
  public void heal(String order) {
    healed.add(order);
  }

  /** Called after the order was booked. */
  public void meet(String order, Message message) throws JMSException {
    int run = runs.computeIfAbsent(order, o -> new AtomicInteger()).incrementAndGet();
    CountDownLatch gate = gates.get(order);
    if (gate != null) {
      await(gate);
    }
    String kind =
        message.propertyExists("trouble") && !healed.contains(order)
            ? message.getStringProperty("trouble")
            : "";
    switch (kind) {
      case "always" -> throw new OrderRefusedException("refused " + "x".repeat(3_000));
      case "once" -> {
        if (run == 1) {
          throw new OrderRefusedException("refused this once");
        }
      }
      case "sometimes" -> {
        if (ThreadLocalRandom.current().nextInt(100) == 0) {
          throw new OrderRefusedException("refused by chance");
        }
      }
      case "crash" -> {
        if (isFirst(order)) {
          Runtime.getRuntime().halt(1);
        }
      }
      case CRASH_AFTER_COMMIT -> {
        if (isFirst(order)) {
          System.setProperty(kind, Thread.currentThread().getName());
        }
      }
      case CRASH_BEFORE_FAIL -> {
        if (isFirst(order)) {
          System.setProperty(kind, Thread.currentThread().getName());
          throw new OrderRefusedException("refused before the crash");
        }
      }
      default -> {}
    }
  }

  /** Whether it is the first time, also after a crash. */
  private static boolean isFirst(String order) {
    try {
      Files.createFile(Path.of(System.getProperty("jboss.server.data.dir"), "crashed." + order));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(CountDownLatch gate) {
    try {
      if (!gate.await(2, TimeUnit.MINUTES)) {
        throw new IllegalStateException("Nobody opened the gate");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The shop does not take the order. */
  public static final class OrderRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OrderRefusedException(String message) {
      super(message);
    }
  }
}
