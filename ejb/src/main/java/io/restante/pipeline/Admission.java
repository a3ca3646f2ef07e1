package io.restante.pipeline;

/** Counts what waits in a pipeline, and turns away what is too much. */
final class Admission {
  private final int maxRequests;
  private final long maxBytes;
  private int requests;
  private long bytes;

  Admission(int maxRequests, long maxBytes) {
    this.maxRequests = maxRequests;
    this.maxBytes = maxBytes;
  }

  /** One request that is larger than all bounds passes when nothing else waits. */
  synchronized boolean admit(long requestBytes) {
    if (requests >= maxRequests || (requests > 0 && bytes + requestBytes > maxBytes)) {
      return false;
    }
    requests++;
    bytes += requestBytes;
    return true;
  }

  /** Of requests that left, and wait again after all. */
  synchronized void comeBack(int returningRequests, long returningBytes) {
    requests += returningRequests;
    bytes += returningBytes;
  }

  synchronized int waiting() {
    return requests;
  }

  synchronized void leave(int leavingRequests, long leavingBytes) {
    requests -= leavingRequests;
    bytes -= leavingBytes;
  }
}
