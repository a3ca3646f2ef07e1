package io.restante.test.contract;

import java.util.List;

/** What the contract needs of an implementation. Called by many threads at once. */
public interface MailboxUnderTest {

  /** Makes an empty mailbox that has room for 10,000 envelopes, and returns its name. */
  String newMailbox();

  /** The name of a sender that may submit everywhere; another one for every index of 0 to 15. */
  String sender(int index);

  /** Hands an envelope in, and returns when it is stored. */
  void submit(String sender, String mailbox, String messageId, byte[] body);

  /** Takes up to so many envelopes, 1 to 100, for ever. */
  List<Received> drain(String mailbox, int limit);

  /** An envelope as a drain returned it. */
  record Received(String sender, String messageId, byte[] body) {}
}
