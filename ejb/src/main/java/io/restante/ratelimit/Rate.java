package io.restante.ratelimit;

/**
 * A token bucket's measures.
 *
 * @param perMinute tokens that come back in a minute, evenly
 * @param burst tokens that it holds when it is full, as it is at first
 */
record Rate(long perMinute, long burst) {
  @Override
  public String toString() {
    return perMinute + " a minute, " + burst + " at once";
  }
}
