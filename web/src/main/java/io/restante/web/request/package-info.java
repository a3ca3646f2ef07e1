/** What surrounds every request: its id, who calls, how large it may be. Uses the error package. */
package io.restante.web.request;
