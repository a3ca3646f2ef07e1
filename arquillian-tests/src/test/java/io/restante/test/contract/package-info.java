/**
 * The contract of requirement 003 as a suite that any mailbox can run: {@link
 * io.restante.test.contract.MailboxOrderingContract}. An implementation gives it a {@link
 * io.restante.test.contract.MailboxUnderTest}; ours are REST and the session bean.
 */
package io.restante.test.contract;
