package io.restante.test.cluster;

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

  private final Cluster cluster = Cluster.running();

  @Override
  public Cluster cluster() {
    return cluster;
  }
}
