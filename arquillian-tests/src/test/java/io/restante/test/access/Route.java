package io.restante.test.access;

import java.util.Map;

/**
 * A route of the API.
 *
 * @param template the whole path, for instance {@code /restante/v1/domains/{domain}}
 */
public record Route(String method, String template) implements Comparable<Route> {

  private static final String API = "/restante/v1";

  /** Whether it is under {@code /restante/v1}; the others are public. */
  boolean isOfApi() {
    return template.startsWith(API + "/");
  }

  /** Whether it changes anything. */
  public boolean isWrite() {
    return !method.equals("GET");
  }

  /** Whether it is about one mailbox. */
  boolean isOfMailbox() {
    return template.contains("{mailbox}");
  }

  /** The path under {@code /restante/v1} with the parameters in their places. */
  String path(Map<String, String> parameters) {
    return fill(template.substring(API.length()), parameters);
  }

  /** A text in which each {@code {name}} is replaced by that parameter. */
  static String fill(String text, Map<String, String> parameters) {
    String filled = text;
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      filled = filled.replace("{" + parameter.getKey() + "}", parameter.getValue());
    }
    return filled;
  }

  @Override
  public int compareTo(Route other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return method + " " + template;
  }
}
