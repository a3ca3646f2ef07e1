package io.restante.outbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

/** Asks the feature that an event's subject is of. */
@ApplicationScoped
class SubjectDirectory {
  @Inject @Any private Instance<SubjectNames> names;

  SubjectNames.Name nameOf(OutboxEvent event) {
    return names.stream()
        .filter(each -> each.subjectType().equals(event.subjectType()))
        .findFirst()
        .map(each -> each.nameOf(event.subjectId()))
        .orElse(SubjectNames.Name.NONE);
  }
}
