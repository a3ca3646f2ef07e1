/** JSON, read strictly and written one way. Uses the error package of the api. */
package io.restante.web.json;
