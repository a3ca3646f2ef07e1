-- Why: what consumers on the server have received, so that each message is handled once. Clustered by what is asked for,
-- and with no other unique index: a duplicate is then met as one record, and no gap is locked, in which another message's
-- claim would be taken for one in progress. For the same reason it refers to no domain row, which others may hold.
-- scope, message_id and what is recorded of the message are text of applications, bounded in bytes by the program.
-- generation counts how often a dead message was opened again, so that a reference to an earlier death does nothing.
-- Locks: none (new table). Time on a big table: none. Old code: runs on it.

CREATE TABLE IF NOT EXISTS inbox (
  domain          VARCHAR(128)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  scope           VARCHAR(128)  NOT NULL,
  message_id      VARCHAR(200)  NOT NULL,
  message_type    VARCHAR(128)  NOT NULL,
  message_version INT           NOT NULL,
  conversation_id VARCHAR(200)  NOT NULL,
  correlation_id  VARCHAR(200)  NULL,
  causation_id    VARCHAR(200)  NULL,
  received_at     DATETIME(3)   NOT NULL,
  updated_at      DATETIME(3)   NOT NULL,
  completed_at    DATETIME(3)   NULL,
  dead_at         DATETIME(3)   NULL,
  attempts        INT           NOT NULL,
  generation      INT           NOT NULL DEFAULT 0,
  last_error      VARCHAR(2048) NULL,
  PRIMARY KEY (domain, scope, message_id),
  KEY inbox_completed_at (completed_at),
  KEY inbox_dead (domain, scope, dead_at, message_id),
  CONSTRAINT inbox_attempts CHECK (attempts >= 0),
  CONSTRAINT inbox_generation CHECK (generation >= 0),
  CONSTRAINT inbox_version CHECK (message_version >= 1),
  CONSTRAINT inbox_one_end CHECK (completed_at IS NULL OR dead_at IS NULL)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
