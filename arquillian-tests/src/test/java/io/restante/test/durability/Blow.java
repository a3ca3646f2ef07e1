package io.restante.test.durability;

import io.restante.test.harness.OwnServer;

/** A {@code kill -9} in the middle of traffic, and the restart of what was killed. */
enum Blow {
  /** WildFly with everything in it. */
  SERVER {
    @Override
    void strike(OwnServer own, Traffic traffic) {
      traffic.observations().serverGoes();
      own.node(0).kill();
      own.node(0).start().awaitReady();
      traffic.observations().serverIsBack();
    }
  },

  /** MariaDB; WildFly goes on, refuses for a while, and recovers by itself. */
  DATABASE {
    @Override
    void strike(OwnServer own, Traffic traffic) {
      own.database().kill();
      traffic.awaitRefusals();
      own.database().start();
    }
  },

  /** Both in one moment, as when the machine fails. */
  BOTH {
    @Override
    void strike(OwnServer own, Traffic traffic) {
      traffic.observations().serverGoes();
      own.node(0).kill();
      own.database().kill();
      own.database().start();
      own.node(0).start().awaitReady();
      traffic.observations().serverIsBack();
    }
  };

  abstract void strike(OwnServer own, Traffic traffic);
}
