/** Callbacks and streams of events that tell receivers of new mail. */
package io.restante.test.wake;
