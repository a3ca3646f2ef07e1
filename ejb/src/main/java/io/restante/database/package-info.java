/**
 * The database as such: migrations, what its errors mean, repeating a transaction that it asked to
 * repeat, and statements past the mapping of entities. Uses the config, error and start packages.
 */
package io.restante.database;
