/** The transactional inbox, on its own and around message-driven beans. */
package io.restante.test.inbox;
