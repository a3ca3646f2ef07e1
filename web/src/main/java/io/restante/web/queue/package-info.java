/** Work queues over REST. Uses the idempotency, json and request packages. */
package io.restante.web.queue;
