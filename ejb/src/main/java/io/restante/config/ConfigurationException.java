package io.restante.config;

/** A setting is wrong. The deployment stops, and the message says what to change. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigurationException(String key, String value, String allowed) {
    this(key, value, allowed, null);
  }

  public ConfigurationException(String key, String value, String allowed, Throwable cause) {
    super("Setting " + key + " is \"" + value + "\"; allowed is " + allowed + ".", cause);
  }
}
