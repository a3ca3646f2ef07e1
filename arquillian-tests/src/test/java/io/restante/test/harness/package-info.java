/**
 * What tests are written with: {@link io.restante.test.harness.TestServer}, the one server that
 * most of them share, {@link io.restante.test.harness.OwnServer} for those that kill servers,
 * {@link io.restante.test.harness.RestClient} and {@link io.restante.test.harness.RawHttp} to talk
 * to them. Knows nothing of any feature.
 */
package io.restante.test.harness;
