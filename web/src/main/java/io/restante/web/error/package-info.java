/**
 * Refusals as RFC 9457 problem documents, by one mapper, and what the OpenAPI document says of
 * them. Uses the json package.
 */
package io.restante.web.error;
