/**
 * The database as such: migrations, what its errors mean, and repeating a transaction that it asked
 * to repeat. Uses the config, error and start packages.
 */
package io.restante.database;
