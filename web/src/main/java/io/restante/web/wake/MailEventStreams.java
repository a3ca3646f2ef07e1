package io.restante.web.wake;

import io.restante.wake.MailWatch;
import io.restante.web.request.Authentication;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The open streams of events. None holds a thread: each step begins when a watch has something to
 * tell, and ends when that is written. A client that does not read is sent nothing more, and its
 * stream ends with the next sign of life.
 */
@ApplicationScoped
public class MailEventStreams {
  /** When a client whose connection broke comes again. */
  private static final long RETRY_MILLIS = 3_000;

  /** Between two events: what comes meanwhile is told by one. */
  private static final long PAUSE_MILLIS = 100;

  private static final long WRITE_SECONDS = 30;

  @Inject private Authentication authentication;
  @Resource private ManagedExecutorService executor;

  private final Set<Stream> open = ConcurrentHashMap.newKeySet();

  /** Sends events until one side ends it. */
  void begin(MailWatch watch, SseEventSink sink, Sse sse, String authorization) {
    Stream stream = new Stream(watch, sink, sse, authorization);
    open.add(stream);
    stream.send(sse.newEventBuilder().comment("restante").build());
  }

  /** The server stops: clients come again, and find another node or this one. */
  @PreDestroy
  void stop() {
    open.forEach(Stream::end);
  }

  private final class Stream {
    private final MailWatch watch;
    private final SseEventSink sink;
    private final Sse sse;
    private final String authorization;

    Stream(MailWatch watch, SseEventSink sink, Sse sse, String authorization) {
      this.watch = watch;
      this.sink = sink;
      this.sse = sse;
      this.authorization = authorization;
    }

    void send(OutboundSseEvent event) {
      CompletionStage<?> written;
      try {
        written = sink.send(event);
      } catch (RuntimeException closed) {
        end();
        return;
      }
      Executor next =
          event.getName() == null
              ? executor
              : CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS, executor);
      goOn(
          written.toCompletableFuture().orTimeout(WRITE_SECONDS, TimeUnit.SECONDS),
          nothing -> await(),
          next);
    }

    private void await() {
      CompletionStage<Boolean> mail = watch.next();
      goOn(mail, this::tell, executor);
    }

    private void tell(boolean mail) {
      authentication.caller(authorization);
      send(mail ? mailEvent() : sse.newEventBuilder().comment("").build());
    }

    private OutboundSseEvent mailEvent() {
      return sse.newEventBuilder().name("mail").reconnectDelay(RETRY_MILLIS).data("{}").build();
    }

    private <T> void goOn(CompletionStage<T> step, Consumer<T> next, Executor on) {
      try {
        step.thenAcceptAsync(next, on)
            .exceptionally(
                failure -> {
                  end();
                  return null;
                });
      } catch (RejectedExecutionException stopping) {
        end();
      }
    }

    void end() {
      if (open.remove(this)) {
        watch.close();
        sink.close();
      }
    }
  }
}
