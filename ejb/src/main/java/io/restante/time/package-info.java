/** The one clock. Nothing else reads the system's. Uses only the config package. */
package io.restante.time;
