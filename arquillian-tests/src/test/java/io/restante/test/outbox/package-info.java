/** The outbox for administrators. */
package io.restante.test.outbox;
