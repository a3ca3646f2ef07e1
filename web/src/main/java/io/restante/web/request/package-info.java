/**
 * What surrounds every request: its id, who calls and how often, how large it may be, the numbers
 * in its query. Uses the error package.
 */
package io.restante.web.request;
