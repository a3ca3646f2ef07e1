/**
 * Who may do what: tokens, grants, administrators, on every route of the OpenAPI document. Uses the
 * fixtures of the mailbox package and the refusals of the request package.
 */
package io.restante.test.access;
