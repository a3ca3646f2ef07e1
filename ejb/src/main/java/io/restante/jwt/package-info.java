/**
 * Tokens that the organisation's identity provider signed: whether one is good, and whose it is.
 * Off unless configured. Uses the config and time packages.
 */
package io.restante.jwt;
