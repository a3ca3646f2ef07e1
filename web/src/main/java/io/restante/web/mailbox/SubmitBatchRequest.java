package io.restante.web.mailbox;

import io.restante.error.ValidationFailedException;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.Submission;
import java.util.ArrayList;
import java.util.List;

/** Envelopes to submit, 1 to 100, each decided by itself. */
public record SubmitBatchRequest(List<SubmitRequest> items) {
  List<Submission> toSubmissions(String domain) {
    List<SubmitRequest> present = Items.require(items);
    List<Submission> submissions = new ArrayList<>(present.size());
    for (int i = 0; i < present.size(); i++) {
      SubmitRequest item = present.get(i);
      try {
        submissions.add(item.toSubmission(new MailboxAddress(domain, item.mailbox())));
      } catch (ValidationFailedException e) {
        throw e.in("items[" + i + "]");
      }
    }
    return submissions;
  }
}
