/** The record of decisions: append only. Uses the error package. */
package io.restante.audit;
