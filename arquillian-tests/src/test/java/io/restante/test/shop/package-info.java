/**
 * An application of somebody else, deployed beside the EAR as {@code shop.war}: it books orders
 * that come over JMS, with the inbox or without. docs/inbox.md takes its examples from here. It
 * uses nothing of the tests, and of Restante only the api.
 */
package io.restante.test.shop;
