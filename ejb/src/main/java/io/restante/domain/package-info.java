/** Domains: tenant and transaction boundaries. Uses the access, audit and error packages. */
package io.restante.domain;
