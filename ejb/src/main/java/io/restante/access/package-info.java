/**
 * Principals, their tokens and grants, and the decision whether a caller may do something. Uses the
 * audit, change, jwt and ratelimit packages.
 */
package io.restante.access;
