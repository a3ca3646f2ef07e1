-- Why: mailboxes, the envelopes they hold and the tombstones of what was finalized.
-- mailbox is the row that every change of its children locks first; it carries the counters and the next sequence, so
-- sequences are free of gaps in commit order and quotas cannot be overrun.
-- Locks: none (new tables). Time on a big table: none. Old code: runs on it.

CREATE TABLE mailbox (
  id                  BIGINT       NOT NULL AUTO_INCREMENT,
  domain_id           BIGINT       NOT NULL,
  name                VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  retention           VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  default_ttl_seconds BIGINT       NULL,
  max_pending_count   BIGINT       NOT NULL,
  max_pending_bytes   BIGINT       NOT NULL,
  max_envelope_bytes  INT          NOT NULL,
  acknowledgements    VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  next_sequence       BIGINT       NOT NULL,
  last_accepted_at    DATETIME(3)  NULL,
  pending_count       BIGINT       NOT NULL,
  pending_bytes       BIGINT       NOT NULL,
  created_at          DATETIME(3)  NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY mailbox_name (domain_id, name),
  CONSTRAINT mailbox_domain FOREIGN KEY (domain_id) REFERENCES domain (id),
  CONSTRAINT mailbox_retention CHECK (
    (retention = 'TIMED' AND default_ttl_seconds IS NOT NULL AND default_ttl_seconds > 0)
    OR (retention = 'UNTIL_FINALIZED' AND default_ttl_seconds IS NULL)),
  CONSTRAINT mailbox_acknowledgements CHECK (acknowledgements IN ('NONE', 'FINALIZED')),
  CONSTRAINT mailbox_quota CHECK (max_pending_count >= 1 AND max_pending_bytes >= 1 AND max_envelope_bytes >= 1),
  CONSTRAINT mailbox_counters CHECK (pending_count >= 0 AND pending_bytes >= 0 AND next_sequence >= 1),
  CONSTRAINT mailbox_empty CHECK (pending_count > 0 OR pending_bytes = 0)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Clustered by (mailbox_id, sequence): a page is one range of the primary key.
-- sender is the opaque principal_id; no readable name, no conversation, no preview is kept.
CREATE TABLE envelope (
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
  PRIMARY KEY (mailbox_id, sequence),
  UNIQUE KEY envelope_identity (mailbox_id, sender, message_id),
  KEY envelope_expires_at (expires_at),
  CONSTRAINT envelope_mailbox FOREIGN KEY (mailbox_id) REFERENCES mailbox (id),
  CONSTRAINT envelope_sequence CHECK (sequence >= 1),
  CONSTRAINT envelope_body_bytes CHECK (body_bytes >= 0),
  CONSTRAINT envelope_expiry CHECK (expires_at IS NULL OR expires_at > accepted_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- finalization 0 = committed, 1 = discarded; only a discard has a reason, and the first one stays.
-- accepted_at and expires_at are the envelope's, so that a sender's duplicate is answered alike before and after.
CREATE TABLE tombstone (
  mailbox_id     BIGINT       NOT NULL,
  sender         VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  message_id     VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  sequence       BIGINT       NOT NULL,
  finalization   TINYINT      NOT NULL,
  discard_reason TINYINT      NULL,
  digest         BINARY(32)   NOT NULL,
  accepted_at    DATETIME(3)  NOT NULL,
  expires_at     DATETIME(3)  NULL,
  finalized_at   DATETIME(3)  NOT NULL,
  PRIMARY KEY (mailbox_id, sender, message_id),
  KEY tombstone_finalized_at (finalized_at),
  CONSTRAINT tombstone_mailbox FOREIGN KEY (mailbox_id) REFERENCES mailbox (id),
  CONSTRAINT tombstone_finalization CHECK (
    (finalization = 0 AND discard_reason IS NULL)
    OR (finalization = 1 AND discard_reason IS NOT NULL AND discard_reason BETWEEN 1 AND 5))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
