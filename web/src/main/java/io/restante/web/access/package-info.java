/** Principals, tokens and grants over REST. Uses the idempotency and request packages. */
package io.restante.web.access;
