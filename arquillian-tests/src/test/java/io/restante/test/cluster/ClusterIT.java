package io.restante.test.cluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Two nodes on a database as the embedded one is by itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterIT
    implements SharedMailboxContract,
        OneOutcomeContract,
        PropagationContract,
        SweepContract,
        RetentionContract,
        RepetitionContract {

  private Cluster cluster;

  Cluster startCluster() {
    return Cluster.start();
  }

  @Override
  public Cluster cluster() {
    return cluster;
  }

  @BeforeAll
  void start() {
    cluster = startCluster();
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }
}
