/** The record of decisions: append only. Uses nothing of Restante. */
package io.restante.audit;
