package io.restante.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** What Restante's queues are compared with, in the order in which they have their turns. */
final class QueuePeers implements AutoCloseable {
  private final ElasticMqSystem writingThrough;
  private final ArtemisQueues artemis;
  private final Map<String, Peer> byName = new LinkedHashMap<>();

  /**
   * @param cpu the processor time so far of what serves it
   */
  record Peer(QueueSystem system, Supplier<Duration> cpu) {}

  /** Starts those that do not run yet. */
  QueuePeers(Path directory, BenchForm form, Servers servers, ElasticMqSystem elasticMq) {
    writingThrough = ElasticMqSystem.writingThrough(directory.resolve("elasticmq-through"));
    artemis = new ArtemisQueues(directory.resolve("artemis"), form.isForQueues());
    Supplier<Duration> database = () -> servers.cpu().database();
    byName.put("jdbc", new Peer(new JdbcQueues(servers.jdbc()), database));
    byName.put("jdbcTwoTables", new Peer(new TwoTableQueues(servers.jdbc()), database));
    byName.put("elasticmq", new Peer(elasticMq, elasticMq::cpu));
    byName.put("elasticmqWriteThrough", new Peer(writingThrough, writingThrough::cpu));
    byName.put("artemis", new Peer(artemis, artemis::cpu));
  }

  void awaitReady() {
    artemis.awaitReady();
  }

  Map<String, Peer> byName() {
    return Collections.unmodifiableMap(byName);
  }

  @Override
  public void close() {
    artemis.close();
    writingThrough.close();
  }
}
