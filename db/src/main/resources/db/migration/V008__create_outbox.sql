-- Why: acknowledgements of finalized envelopes. They are intents, stored in the transaction of the change that caused them
-- and carried out after its commit; an envelope and its tombstone remember where the sender wants to be told.
-- Locks: the definitions of mailbox, envelope and tombstone, for a moment; mailbox is rewritten once, the others are not.
-- Time on a big table: seconds for a million mailboxes, none for envelopes and tombstones, whose columns are added last,
-- at once, and without a check. Old code: runs on it, and acknowledges nothing.

-- detail holds ids only. PUBLISHED is for what Artemis distributes; what a timer delivers goes from PENDING to DONE.
CREATE TABLE IF NOT EXISTS outbox (
  id BIGINT NOT NULL AUTO_INCREMENT,
  event_type VARCHAR(32) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  version SMALLINT NOT NULL,
  subject_type VARCHAR(32) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  subject_id BIGINT NOT NULL,
  detail VARCHAR(1024) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  created_at DATETIME(3) NOT NULL,
  available_at DATETIME(3) NOT NULL,
  lease_until DATETIME(3) NULL,
  attempts INT NOT NULL,
  last_error VARCHAR(32) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  finished_at DATETIME(3) NULL,
  PRIMARY KEY (id),
  KEY outbox_due (state, event_type, available_at),
  KEY outbox_finished_at (finished_at),
  CONSTRAINT outbox_state CHECK (state IN ('PENDING', 'PUBLISHED', 'DONE', 'DEAD')),
  CONSTRAINT outbox_finished CHECK ((state IN ('DONE', 'DEAD')) = (finished_at IS NOT NULL)),
  CONSTRAINT outbox_attempts CHECK (attempts >= 0)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- What the senders of a mailbox's acknowledgements are made of.
ALTER TABLE mailbox
  ADD COLUMN IF NOT EXISTS opaque_id VARCHAR(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL
    DEFAULT (LOWER(HEX(RANDOM_BYTES(16)))),
  ADD UNIQUE KEY IF NOT EXISTS mailbox_opaque_id (opaque_id);

-- kind: 0 a message, 1 an acknowledgement. acknowledge_to: the id of the sender's mailbox that wants to know, if any.
ALTER TABLE envelope
  ADD COLUMN IF NOT EXISTS kind TINYINT NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS acknowledge_to BIGINT NULL;

ALTER TABLE tombstone
  ADD COLUMN IF NOT EXISTS acknowledge_to BIGINT NULL;
