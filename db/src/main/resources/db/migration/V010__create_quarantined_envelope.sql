-- Why: an envelope whose body does not open is taken out of its mailbox's way without being deleted. Its row moves here,
-- keeps its sequence, and goes back when it opens again. mailbox.quarantined_count counts them, so that a submit looks
-- for an identity here only where there is anything.
-- Locks: the table's definition of mailbox, for a moment; the column is added at once.
-- Time on a big table: none. Old code: runs on it, and takes a retry of what is here as new.

CREATE TABLE IF NOT EXISTS quarantined_envelope (
  mailbox_id       BIGINT         NOT NULL,
  sequence         BIGINT         NOT NULL,
  sender           VARCHAR(36)    CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  message_id       VARCHAR(128)   CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  digest           BINARY(32)     NOT NULL,
  body_bytes       INT            NOT NULL,
  protocol_version INT            NOT NULL,
  content_type     VARCHAR(128)   CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  accepted_at      DATETIME(3)    NOT NULL,
  expires_at       DATETIME(3)    NULL,
  body             MEDIUMBLOB     NOT NULL,
  sealing_key      INT UNSIGNED   NULL,
  kind             TINYINT        NOT NULL,
  acknowledge_to   BIGINT         NULL,
  quarantined_at   DATETIME(3)    NOT NULL,
  PRIMARY KEY (mailbox_id, sequence),
  UNIQUE KEY quarantined_envelope_identity (mailbox_id, sender, message_id),
  KEY quarantined_envelope_expires_at (expires_at),
  KEY quarantined_envelope_sealing_key (sealing_key),
  CONSTRAINT quarantined_envelope_mailbox FOREIGN KEY (mailbox_id) REFERENCES mailbox (id),
  CONSTRAINT quarantined_envelope_sequence CHECK (sequence >= 1),
  CONSTRAINT quarantined_envelope_body_bytes CHECK (body_bytes >= 0),
  CONSTRAINT quarantined_envelope_expiry CHECK (expires_at IS NULL OR expires_at > accepted_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

ALTER TABLE mailbox
  ADD COLUMN IF NOT EXISTS quarantined_count INT UNSIGNED NOT NULL DEFAULT 0;
