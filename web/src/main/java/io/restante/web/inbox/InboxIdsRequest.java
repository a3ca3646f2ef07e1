package io.restante.web.inbox;

import io.restante.error.ValidationFailedException;
import io.restante.inbox.InboxDeadLetters;
import io.restante.inbox.MessageId;
import java.util.ArrayList;
import java.util.List;

/**
 * Which dead messages of a scope.
 *
 * @param ids 1 to 100 message ids
 */
public record InboxIdsRequest(List<String> ids) {
  List<MessageId> messageIds() {
    if (ids == null || ids.isEmpty() || ids.size() > InboxDeadLetters.MAX_IDS) {
      throw new ValidationFailedException("ids", "must be 1 to " + InboxDeadLetters.MAX_IDS);
    }
    List<MessageId> messageIds = new ArrayList<>();
    for (String id : ids) {
      messageIds.add(messageId(id));
    }
    return messageIds;
  }

  private MessageId messageId(String id) {
    try {
      return new MessageId(id);
    } catch (ValidationFailedException e) {
      throw e.in("ids[" + ids.indexOf(id) + "]");
    }
  }
}
