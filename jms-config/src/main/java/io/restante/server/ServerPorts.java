package io.restante.server;

import java.util.stream.IntStream;

/**
 * The ports of one server. Some of WildFly's are constants, which only an offset moves; HTTP may be
 * chosen.
 *
 * @param offset added by WildFly to every port
 * @param http where clients go
 * @param management where the console is
 */
record ServerPorts(int offset, int http, int management) {

  private static final int HTTP = 8080;
  private static final int HTTPS = 8443;
  private static final int MANAGEMENT = 9990;
  private static final int[] OTHERS = {HTTPS, MANAGEMENT, 8009, 3528, 3529, 4712, 4713};

  /** All of them free. */
  static ServerPorts free() {
    int offset = Ports.offset(IntStream.concat(IntStream.of(OTHERS), IntStream.of(HTTP)).toArray());
    return new ServerPorts(offset, HTTP + offset, MANAGEMENT + offset);
  }

  /**
   * HTTP as wanted, the others as WildFly has them if they are free, else at an offset. The offset
   * stays below the wanted port, because WildFly adds it to the number that it is given, which must
   * be positive.
   */
  static ServerPorts withHttp(int http) {
    boolean usual = IntStream.of(OTHERS).allMatch(Ports::isFree);
    int offset = usual ? 0 : Ports.offsetBetween(1, Math.min(http - 1, 20_000), OTHERS);
    return new ServerPorts(offset, http, MANAGEMENT + offset);
  }
}
