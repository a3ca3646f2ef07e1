/** Who calls, and what a principal may be granted. Uses the error and identifier packages. */
package io.restante.access;
