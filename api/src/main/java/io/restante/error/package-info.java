/**
 * What can go wrong, in one closed list of codes and one unchecked root. Every refusal that
 * Restante gives, over REST or from a session bean, carries one {@link
 * io.restante.error.ErrorCode}. Uses nothing of Restante.
 */
package io.restante.error;
