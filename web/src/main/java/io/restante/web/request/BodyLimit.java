package io.restante.web.request;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The most bytes that a route reads of a request; {@link #DEFAULT} where it says nothing. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface BodyLimit {
  int DEFAULT = 64 << 10;

  int value();
}
