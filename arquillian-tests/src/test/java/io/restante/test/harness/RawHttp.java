package io.restante.test.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One connection with which a test says exactly what it wants to, malformed or cut short. */
public final class RawHttp implements AutoCloseable {

  private static final Duration READ_LIMIT = Duration.ofSeconds(30);

  private static final int LITTLE = 4_096;

  private final Socket socket;

  private RawHttp(Socket socket) {
    this.socket = socket;
  }

  /** Connects to the host and port of the URI. */
  public static RawHttp connect(URI uri) {
    return connect(uri, InetAddress.getLoopbackAddress());
  }

  /** Connects from this address of the machine's own; any that begins with 127. is one. */
  public static RawHttp connect(URI uri, InetAddress from) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort(), from, 0);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) READ_LIMIT.toMillis());
      return new RawHttp(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connects as a client that takes next to nothing of an answer until it reads it. */
  public static RawHttp connectSlowly(URI uri) {
    try {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(LITTLE);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort()));
      socket.setSoTimeout((int) READ_LIMIT.toMillis());
      return new RawHttp(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends the text as it is; the caller writes {@code \r\n}. */
  public RawHttp send(String text) {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawHttp send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The status of the next answer; -1 if the server closed the connection instead. */
  public int readStatus() {
    String line = readLine();
    return line.isEmpty() ? -1 : Integer.parseInt(line.split(" ", 3)[1]);
  }

  /** The next line without its end; empty at the end of the stream. */
  public String readLine() {
    StringBuilder line = new StringBuilder();
    try {
      for (int c = socket.getInputStream().read();
          c >= 0 && c != '\n';
          c = socket.getInputStream().read()) {
        line.append((char) c);
      }
      return line.toString().stripTrailing();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything until the server closes the connection. */
  public String readAll() {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says that no more will be sent, and can still read. */
  public RawHttp endOutput() {
    try {
      socket.shutdownOutput();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Cuts the connection so that the other side sees a reset, as when a client crashes. */
  public void cut() {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
