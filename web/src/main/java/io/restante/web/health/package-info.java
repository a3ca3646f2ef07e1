/** Whether this node lives and is ready, for load balancers: no token, no detail. */
package io.restante.web.health;
