package io.restante.web.access;

/** The subject of the identity provider's tokens that are to stand for a principal. */
public record SubjectRequest(String subject) {}
