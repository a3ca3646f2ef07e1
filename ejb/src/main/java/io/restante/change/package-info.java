/** Whether an idempotent change made something new. Uses nothing. */
package io.restante.change;
