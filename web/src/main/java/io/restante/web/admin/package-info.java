/** Administrators' acts that belong to no single resource. */
package io.restante.web.admin;
