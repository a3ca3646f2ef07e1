/** Domains over REST. Uses the idempotency and request packages. */
package io.restante.web.domain;
