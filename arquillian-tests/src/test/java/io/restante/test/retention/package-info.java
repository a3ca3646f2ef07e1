/** Retention changes: previews, their confirmation, and their runs beside traffic and crashes. */
package io.restante.test.retention;
