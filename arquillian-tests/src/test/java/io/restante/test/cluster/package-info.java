/**
 * Two nodes on one database: each knows of the other only by the rows, and nothing may happen twice
 * or be lost between them.
 */
package io.restante.test.cluster;
