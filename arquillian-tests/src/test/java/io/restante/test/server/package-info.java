/** The server itself: its health, its configuration and its restarts. */
package io.restante.test.server;
