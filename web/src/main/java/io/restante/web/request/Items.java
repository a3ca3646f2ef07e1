package io.restante.web.request;

import io.restante.error.ValidationFailedException;
import java.util.List;
import java.util.Objects;

/** Lists of items in requests. */
public final class Items {
  private static final int MAX = 100;

  private Items() {}

  public static <T> List<T> require(List<T> items) {
    if (items == null
        || items.isEmpty()
        || items.size() > MAX
        || items.stream().anyMatch(Objects::isNull)) {
      throw new ValidationFailedException("items", "must be 1 to " + MAX + " objects");
    }
    return items;
  }
}
