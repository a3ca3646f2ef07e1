/** Idempotency-Key on routes: what is kept of an answer, and how it is given again. */
package io.restante.web.idempotency;
