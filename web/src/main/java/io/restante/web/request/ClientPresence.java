package io.restante.web.request;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.ServerConnection;
import io.undertow.server.protocol.http.HttpServerConnection;
import io.undertow.servlet.handlers.ServletRequestContext;
import java.io.IOException;
import org.xnio.IoUtils;

/**
 * Whether the client of a suspended request is still there. Undertow reads nothing of a connection
 * while it answers, so it learns of a close only when it writes. This looks: a connection that is
 * at its end has nothing more to read (ADR 21). Bytes of a next request are put back. Only for one
 * thread at a time, and only before anything of the answer is written.
 *
 * <p>A connection of HTTP/2 is always read, so that one knows by itself.
 */
public final class ClientPresence {
  private final ServerConnection connection;

  private ClientPresence(ServerConnection connection) {
    this.connection = connection;
  }

  /** Of the request on this thread. */
  public static ClientPresence current() {
    return new ClientPresence(ServletRequestContext.requireCurrent().getExchange().getConnection());
  }

  /** Whether it has not closed its connection, nor its half of it. */
  public boolean isThere() {
    return connection.isOpen()
        && (!(connection instanceof HttpServerConnection http) || isReadable(http));
  }

  private static boolean isReadable(HttpServerConnection http) {
    if (http.getExtraBytes() != null) {
      return true;
    }
    PooledByteBuffer buffer = http.getByteBufferPool().allocate();
    boolean kept = false;
    try {
      int read = http.getOriginalSourceConduit().read(buffer.getBuffer());
      if (read > 0) {
        buffer.getBuffer().flip();
        http.setExtraBytes(buffer);
        kept = true;
      }
      if (read < 0) {
        IoUtils.safeClose(http);
      }
      return read >= 0;
    } catch (IOException gone) {
      return false;
    } finally {
      if (!kept) {
        buffer.close();
      }
    }
  }
}
