-- Why: a mailbox may have a callback, which is called when there may be mail. wake_callback says so in the row that every
-- submit locks and reads anyway. callback holds URL and secret, sealed, since both open something; sealing_key names the key.
-- Status of the last calls for whoever registered it. Gone with its mailbox.
-- Locks: the definition of mailbox, for a moment; the column is added at once. Time on a big table: seconds for a million
-- mailboxes. Old code: runs on it, and calls nobody.

ALTER TABLE mailbox
  ADD COLUMN IF NOT EXISTS wake_callback BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE IF NOT EXISTS mailbox_wake (
  mailbox_id    BIGINT          NOT NULL,
  principal     VARCHAR(36)     CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  callback      VARBINARY(2560) NOT NULL,
  sealing_key   INT UNSIGNED    NOT NULL,
  created_at    DATETIME(3)     NOT NULL,
  succeeded_at  DATETIME(3)     NULL,
  failed_at     DATETIME(3)     NULL,
  failing_since DATETIME(3)     NULL,
  last_error    VARCHAR(64)     CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  PRIMARY KEY (mailbox_id),
  KEY mailbox_wake_sealing_key (sealing_key),
  CONSTRAINT mailbox_wake_mailbox FOREIGN KEY (mailbox_id) REFERENCES mailbox (id) ON DELETE CASCADE,
  CONSTRAINT mailbox_wake_failing CHECK (failing_since IS NULL OR (failed_at IS NOT NULL AND failed_at >= failing_since AND last_error IS NOT NULL))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
