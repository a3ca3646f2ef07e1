/** Work queues: leases, order, limits, dead letters, under many consumers, kills and damage. */
package io.restante.test.queue;
