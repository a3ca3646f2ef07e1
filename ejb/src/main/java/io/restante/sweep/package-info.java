/** Clearing away what is over, a bounded piece at a time. Uses nothing of Restante. */
package io.restante.sweep;
