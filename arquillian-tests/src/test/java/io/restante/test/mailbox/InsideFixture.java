package io.restante.test.mailbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/**
 * What {@link InsideMailboxArchive} has made for a test that runs inside the server, where it
 * cannot speak REST.
 */
public final class InsideFixture {

  static final String RESOURCE = "mailbox-fixture.properties";

  private final Properties properties;

  private InsideFixture(Properties properties) {
    this.properties = properties;
  }

  /** Reads it from the archive; knows nothing outside the server. */
  public static InsideFixture load() {
    Properties properties = new Properties();
    ClassLoader loader = InsideFixture.class.getClassLoader();
    try (InputStream stream = loader.getResourceAsStream(RESOURCE)) {
      if (stream != null) {
        properties.load(stream);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new InsideFixture(properties);
  }

  public String domain() {
    return properties.getProperty("domain");
  }

  /** A mailbox with room for 10,000 envelopes. */
  public String mailbox(int index) {
    return list("mailboxes").get(index);
  }

  /** The id of a principal that may submit to every mailbox of the domain. */
  public String sender(int index) {
    return list("senders").get(index);
  }

  /** The id of a principal that may receive from every mailbox of the domain. */
  public String receiver() {
    return properties.getProperty("receiver");
  }

  private List<String> list(String name) {
    return List.of(properties.getProperty(name).split(","));
  }
}
