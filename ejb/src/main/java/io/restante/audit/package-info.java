/** The record of decisions: append only. Uses the config, database and error packages. */
package io.restante.audit;
