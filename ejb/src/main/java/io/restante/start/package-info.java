/** Whether the application has started; until then no timer works. Uses nothing of Restante. */
package io.restante.start;
