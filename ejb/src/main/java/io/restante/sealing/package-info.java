/**
 * Which keys the stored bodies and kept answers are sealed with: refusing to start without one of
 * them, sealing bodies anew after a change of keys, and saying which keys are still needed. Uses
 * the access, audit, config, database, keys, mailbox and sweep packages.
 */
package io.restante.sealing;
