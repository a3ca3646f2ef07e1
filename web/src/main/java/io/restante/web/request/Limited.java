package io.restante.web.request;

import io.restante.ratelimit.RateLimit;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Which limit of its principal a request counts for, on a resource or one of its methods. Where
 * nothing is said, {@code GET} is a read and everything else a write.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Limited {
  RateLimit value();
}
