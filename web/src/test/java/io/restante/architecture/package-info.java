/** The rules of the architecture, as tests. */
package io.restante.architecture;
