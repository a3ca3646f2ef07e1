package io.restante.test.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.InsideServer;
import io.restante.test.outbox.FailingConsumer.Delivery;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A message-driven bean of another deployment that always fails with one message, under the
 * address-setting of {@code 70-messaging.cli}.
 */
@ExtendWith(ArquillianExtension.class)
class FailingConsumerIT {

  private static final int ATTEMPTS = 5;
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(8));

  /** Of the broker's timers, on a busy machine. */
  private static final Duration TOLERANCE = Duration.ofSeconds(10);

  private static final int NEIGHBOURS = 20;

  @Inject
  @JMSConnectionFactory("java:/jms/restante/ConnectionFactory")
  private JMSContext context;

  @Resource(lookup = FailingConsumer.QUEUE)
  private Queue queue;

  @Resource(lookup = "java:/jms/queue/restante.dlq")
  private Queue deadLetters;

  @Deployment
  static WebArchive deployment() {
    return InsideServer.archive(FailingConsumerIT.class, FailingConsumer.class, Delivery.class);
  }

  @Test
  void messageIsTriedFiveTimesWithGrowingPausesAndThenSetAsideAndHarmsNoNeighbour()
      throws Exception {
    String mark = Long.toString(System.nanoTime());
    Path log = Path.of(System.getProperty("jboss.server.log.dir"), "server.log");
    long from = Files.size(log);
    Duration before = processorTime();
    long begin = System.nanoTime();

    context
        .createProducer()
        .setProperty(FailingConsumer.FAILS, true)
        .setProperty("mark", mark)
        .send(queue, context.createMessage());
    List<Delivery> failed = take(FailingConsumer.FAILED, 1);
    for (int i = 0; i < NEIGHBOURS; i++) {
      context.createProducer().send(queue, context.createMessage());
    }
    List<Delivery> taken = take(FailingConsumer.TAKEN, NEIGHBOURS);
    failed.addAll(take(FailingConsumer.FAILED, ATTEMPTS - 1));
    Message dead = context.createConsumer(deadLetters, "mark = '" + mark + "'").receive(30_000);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);

    assertThat(failed).extracting(Delivery::count).containsExactly(1, 2, 3, 4, 5);
    assertThat(failed).extracting(Delivery::destination).containsOnly("restante.test.failing");
    assertThat(FailingConsumer.FAILED).as("more attempts").isEmpty();
    for (int i = 0; i < PAUSES.size(); i++) {
      Duration pause = Duration.ofMillis(failed.get(i + 1).arrived() - failed.get(i).arrived());
      assertThat(pause)
          .as("pause %d", i + 1)
          .isBetween(PAUSES.get(i).minusMillis(50), PAUSES.get(i).plus(TOLERANCE));
    }
    assertThat(dead).as("in the dead-letter queue").isNotNull();
    assertThat(taken).extracting(Delivery::count).containsOnly(1);
    assertThat(taken)
        .allSatisfy(
            delivery ->
                assertThat(Duration.ofMillis(delivery.arrived() - delivery.sent()))
                    .isLessThan(TOLERANCE));
    assertThat(processorTime().minus(before))
        .as("processor time of the whole server in %s", took)
        .isLessThan(took);
    assertThat(linesSince(log, from)).hasSizeLessThan(ATTEMPTS * 100);
  }

  private static List<Delivery> take(BlockingQueue<Delivery> deliveries, int number)
      throws InterruptedException {
    List<Delivery> taken = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Delivery next = deliveries.poll(30, TimeUnit.SECONDS);
      assertThat(next).as("delivery %d of %d", i + 1, number).isNotNull();
      taken.add(next);
    }
    return taken;
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  private static List<String> linesSince(Path log, long from) throws IOException {
    byte[] all = Files.readAllBytes(log);
    return new String(all, (int) from, (int) (all.length - from), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }
}
