package io.restante.queue;

/** Names from the lowest on, up to one that is not among them any more. */
public record NameRange(String lowest, String end) {
  /** No name has a character so high. */
  public static final NameRange ALL = new NameRange("", "\u007f");
}
