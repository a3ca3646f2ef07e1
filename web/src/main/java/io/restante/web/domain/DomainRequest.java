package io.restante.web.domain;

/** A domain has no settings yet: the request is an empty object. */
public record DomainRequest() {}
