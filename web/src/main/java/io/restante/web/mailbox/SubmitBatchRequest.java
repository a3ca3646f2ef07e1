package io.restante.web.mailbox;

import io.restante.identifier.Identifiers;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.Submission;
import io.restante.pipeline.Decision;
import io.restante.web.request.Items;
import java.util.List;

/** Envelopes to submit, 1 to 100, each decided by itself. */
public record SubmitBatchRequest(List<SubmitRequest> items) {
  /** Each item as it can be submitted, or why it cannot. */
  List<Decision<Submission>> toSubmissions(String domain) {
    Identifiers.require("domain", domain);
    return Items.require(items).stream()
        .map(
            item ->
                Decision.from(() -> item.toSubmission(new MailboxAddress(domain, item.mailbox()))))
        .toList();
  }

  /** The item's messageId, unless it is none. */
  String messageId(int item) {
    String messageId = items.get(item).messageId();
    return Identifiers.isValid(messageId) ? messageId : null;
  }
}
