/**
 * The keys that Restante seals and hashes with, kept in a file outside the database. Uses the
 * config package.
 */
package io.restante.keys;
