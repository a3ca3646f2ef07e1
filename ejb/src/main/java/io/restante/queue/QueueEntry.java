package io.restante.queue;

/**
 * A queue that was found by its name.
 *
 * @param id which one that is made anew under the same name does not get again
 * @param incarnation what its delivery tokens are bound to
 */
record QueueEntry(long id, QueueAddress address, String incarnation) {}
