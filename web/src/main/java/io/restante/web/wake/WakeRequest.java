package io.restante.web.wake;

/**
 * A callback to register.
 *
 * @param url where its wakes are sent
 */
public record WakeRequest(String url) {}
