/**
 * The database as such: migrations, what its errors mean, and repeating a transaction that it asked
 * to repeat. Uses the config and error packages.
 */
package io.restante.database;
