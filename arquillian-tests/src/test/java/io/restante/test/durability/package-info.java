/**
 * What was answered survives the kill of the server and of the database. {@link
 * io.restante.test.durability.Traffic} keeps callers at work meanwhile and remembers what each was
 * told; {@link io.restante.test.durability.StoredMailbox} is what the database holds.
 */
package io.restante.test.durability;
