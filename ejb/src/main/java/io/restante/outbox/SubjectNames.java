package io.restante.outbox;

/** What administrators call the things that events are about; the features that have them know. */
public interface SubjectNames {
  /** The {@code subject_type} of those that it knows. */
  String subjectType();

  /** Reads the name without locks; an empty one of what is gone. */
  Name nameOf(long subjectId);

  /**
   * @param domain null if it is gone
   * @param resource as in the audit, such as {@code mailboxes/inbox}; null if it is gone
   */
  record Name(String domain, String resource) {
    public static final Name NONE = new Name(null, null);
  }
}
