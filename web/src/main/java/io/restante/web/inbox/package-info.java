/** The inbox over REST, for operators. Uses the idempotency and request packages. */
package io.restante.web.inbox;
