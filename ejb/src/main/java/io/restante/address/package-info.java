/** Addresses of the network, as text and as ranges. Uses nothing, and asks no name service. */
package io.restante.address;
