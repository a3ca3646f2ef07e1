package io.restante.access;

/** What a principal is. It changes nothing in what may be granted. */
public enum PrincipalKind {
  DEVICE,
  APPLICATION,
  OPERATOR
}
