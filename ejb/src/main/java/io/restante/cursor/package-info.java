/**
 * Page cursors that show nothing and cannot be forged or moved. Uses the keys and error packages.
 */
package io.restante.cursor;
