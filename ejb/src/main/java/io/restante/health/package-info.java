/** What this node needs to serve, checked. Uses the config, database, outbox and time packages. */
package io.restante.health;
