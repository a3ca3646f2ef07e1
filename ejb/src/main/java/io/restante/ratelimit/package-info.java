/**
 * How often callers may ask: token buckets for principals and for client addresses, and what a
 * client's address is behind a proxy. Knows principals by their ids alone. Uses the config and time
 * packages.
 */
package io.restante.ratelimit;
