/** The migrations as files; what they do to a database is tested on a server. */
package io.restante.db;
