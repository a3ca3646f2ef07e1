/**
 * Principals, their tokens and grants, and the decision whether a caller may do something. Uses the
 * audit and change packages.
 */
package io.restante.access;
