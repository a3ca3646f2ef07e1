/**
 * The schema that the migrations make on a real MariaDB: its text, what its constraints refuse, how
 * its identifiers compare.
 */
package io.restante.test.schema;
