/** The JAX-RS application. Resources are in a package per feature, as everywhere. */
package io.restante.web;
