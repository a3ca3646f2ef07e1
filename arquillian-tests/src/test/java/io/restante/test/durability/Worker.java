package io.restante.test.durability;

/** A caller that does one thing after the other, each until the server has decided it. */
interface Worker {

  /** Does the next thing; fails if the answer is not one that may be given. */
  void step();
}
