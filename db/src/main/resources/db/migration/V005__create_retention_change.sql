-- Why: shortening the life of envelopes that are held already: what was previewed, what its run has done so far, and
-- which mailboxes are left to it. The run goes on from these rows after a crash, on any node.
-- Locks: none (new tables). Time on a big table: none. Old code: runs on it.

-- remove_* and shorten_* are the preview and stay; removed_* and shortened_* grow with the run.
CREATE TABLE IF NOT EXISTS retention_change (
  id              BIGINT       NOT NULL AUTO_INCREMENT,
  change_id       VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  state           VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  principal       VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  domain          VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  mailbox_pattern VARCHAR(129) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  ttl_seconds     BIGINT       NOT NULL,
  previewed_at    DATETIME(3)  NOT NULL,
  confirm_by      DATETIME(3)  NOT NULL,
  applied_at      DATETIME(3)  NULL,
  finished_at     DATETIME(3)  NULL,
  remove_count    BIGINT       NOT NULL,
  remove_bytes    BIGINT       NOT NULL,
  remove_oldest   DATETIME(3)  NULL,
  remove_newest   DATETIME(3)  NULL,
  shorten_count   BIGINT       NOT NULL,
  shorten_bytes   BIGINT       NOT NULL,
  shorten_oldest  DATETIME(3)  NULL,
  shorten_newest  DATETIME(3)  NULL,
  removed_count   BIGINT       NOT NULL,
  removed_bytes   BIGINT       NOT NULL,
  shortened_count BIGINT       NOT NULL,
  shortened_bytes BIGINT       NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY retention_change_change_id (change_id),
  KEY retention_change_state (state, confirm_by),
  CONSTRAINT retention_change_bounds CHECK (ttl_seconds >= 1 AND confirm_by > previewed_at),
  CONSTRAINT retention_change_preview CHECK (
    remove_count >= 0 AND shorten_count >= 0
    AND (remove_count = 0) = (remove_oldest IS NULL) AND (shorten_count = 0) = (shorten_oldest IS NULL)),
  CONSTRAINT retention_change_progress CHECK (
    (state IN ('PREVIEWED', 'EXPIRED') AND applied_at IS NULL AND finished_at IS NULL
      AND removed_count = 0 AND shortened_count = 0)
    OR (state = 'APPLYING' AND applied_at IS NOT NULL AND finished_at IS NULL
      AND removed_count >= 0 AND shortened_count >= 0)
    OR (state = 'DONE' AND applied_at IS NOT NULL AND finished_at IS NOT NULL
      AND removed_count >= 0 AND shortened_count >= 0))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- A mailbox that a change affects, by its id: one that is made anew under the name is another. Only envelopes up to
-- last_sequence were previewed; those up to done_sequence are done. The row goes when the mailbox is done.
-- No foreign key to mailbox: a mailbox may be deleted meanwhile.
CREATE TABLE IF NOT EXISTS retention_change_mailbox (
  change_key     BIGINT      NOT NULL,
  mailbox_id     BIGINT      NOT NULL,
  last_sequence  BIGINT      NOT NULL,
  done_sequence  BIGINT      NOT NULL,
  remove_count   BIGINT      NOT NULL,
  remove_bytes   BIGINT      NOT NULL,
  remove_oldest  DATETIME(3) NULL,
  remove_newest  DATETIME(3) NULL,
  shorten_count  BIGINT      NOT NULL,
  shorten_bytes  BIGINT      NOT NULL,
  shorten_oldest DATETIME(3) NULL,
  shorten_newest DATETIME(3) NULL,
  PRIMARY KEY (change_key, mailbox_id),
  CONSTRAINT retention_change_mailbox_change FOREIGN KEY (change_key) REFERENCES retention_change (id),
  CONSTRAINT retention_change_mailbox_sequences CHECK (done_sequence >= 0 AND last_sequence >= 1)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
