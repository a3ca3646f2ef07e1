package io.restante.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One kept-alive HTTP/1.1 connection that does as little as it can: the load driver must not be the
 * bottleneck. For one thread.
 */
final class HttpConnection implements AutoCloseable {
  private static final int BUFFER = 16 << 10;

  private final String host;
  private final String authorization;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private byte[] body = new byte[0];

  HttpConnection(URI server, String token) {
    try {
      host = server.getHost() + ":" + server.getPort();
      authorization = token == null ? "" : "Authorization: Bearer " + token + "\r\n";
      socket = new Socket(server.getHost(), server.getPort());
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream(), BUFFER);
      out = socket.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends and waits for the whole answer; returns its status. */
  private int request(String method, String path, String contentType, byte[] content) {
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: "
            + host
            + "\r\n"
            + authorization
            + (contentType == null ? "" : "Content-Type: " + contentType + "\r\n")
            + "Content-Length: "
            + content.length
            + "\r\n\r\n";
    byte[] headBytes = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] message = new byte[headBytes.length + content.length];
    System.arraycopy(headBytes, 0, message, 0, headBytes.length);
    System.arraycopy(content, 0, message, headBytes.length, content.length);
    try {
      out.write(message);
      return readAnswer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends, and fails unless the answer has the status that is wanted. */
  void expect(int wanted, String method, String path, String contentType, byte[] content) {
    int status = request(method, path, contentType, content);
    if (status != wanted) {
      throw new IllegalStateException(
          method
              + " "
              + path
              + " answered "
              + status
              + ": "
              + new String(body, StandardCharsets.UTF_8));
    }
  }

  /** The body of the last answer. */
  byte[] body() {
    return body.clone();
  }

  private int readAnswer() throws IOException {
    int status = Integer.parseInt(readLine().substring(9, 12));
    int length = 0;
    boolean chunked = false;
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).strip());
      } else if (lower.startsWith("transfer-encoding:")) {
        chunked = lower.contains("chunked");
      }
    }
    body = chunked ? readChunks() : in.readNBytes(length);
    return status;
  }

  private byte[] readChunks() throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    int size;
    do {
      size = Integer.parseInt(readLine().strip(), 16);
      whole.write(in.readNBytes(size));
      readLine();
    } while (size > 0);
    return whole.toByteArray();
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder(64);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("The server closed the connection.");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
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
