/** The grammar of identifiers: domains, mailboxes, message ids. Uses only the error package. */
package io.restante.identifier;
