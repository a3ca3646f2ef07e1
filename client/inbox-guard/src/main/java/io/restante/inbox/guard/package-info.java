/**
 * Guards message-driven beans with the transactional inbox. An application packs this with itself,
 * so that its server finds the interceptor among its classes; the classes of the api, which this
 * uses, it takes from the deployed EAR. Requirement 004.
 */
package io.restante.inbox.guard;
