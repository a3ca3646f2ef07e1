/** Wakes over REST: the callback of a mailbox, and its stream of events. */
package io.restante.web.wake;
