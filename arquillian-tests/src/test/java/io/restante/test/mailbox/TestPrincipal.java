package io.restante.test.mailbox;

import io.restante.test.harness.RestClient;

/**
 * A principal that a test made.
 *
 * @param id its opaque id: the sender of what it submits
 * @param client speaks to the server in its name
 */
public record TestPrincipal(String id, String tokenId, String token, RestClient client) {}
