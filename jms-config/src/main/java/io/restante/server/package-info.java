/**
 * Starts what Restante needs on a machine that has only a JDK: an embedded MariaDB and one or more
 * WildFly servers, both real processes that can be stopped, killed and started again on the same
 * data. Used by the {@code run} profile and by the tests; nothing of it is deployed. Uses the JDK
 * and the MariaDB driver only.
 */
package io.restante.server;
