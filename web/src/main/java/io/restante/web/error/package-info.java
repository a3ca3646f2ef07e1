/** Refusals as RFC 9457 problem documents, by one mapper. Uses the json package. */
package io.restante.web.error;
