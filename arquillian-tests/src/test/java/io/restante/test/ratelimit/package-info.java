/** How often callers may ask: by principal, by address, behind a proxy, changed while it runs. */
package io.restante.test.ratelimit;
