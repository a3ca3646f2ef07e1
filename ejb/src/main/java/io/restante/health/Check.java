package io.restante.health;

/**
 * One thing that was looked at.
 *
 * @param name what
 * @param status how it is; the worst of all is that of the node
 * @param detail a number or a version, never data; may be null
 */
public record Check(String name, Status status, String detail) {
  /** From best to worst. */
  public enum Status {
    UP,
    DEGRADED,
    DOWN
  }

  static Check up(String name, String detail) {
    return new Check(name, Status.UP, detail);
  }

  static Check degraded(String name, String detail) {
    return new Check(name, Status.DEGRADED, detail);
  }

  static Check down(String name, String detail) {
    return new Check(name, Status.DOWN, detail);
  }
}
