-- Why: dead letters of a queue are redriven in the background, some thousands at a rate, whatever becomes of the node that
-- began it. Each row is one such order, with how far it is.
-- Locks: none (new table). Time on a big table: none. Old code: runs on it.

-- last_parked: where the order ends, fixed when it was given; done_parked: how far it is. Both are parked sequences.
-- next_at: not gone on with earlier, so that its rate is kept by all nodes together.
CREATE TABLE IF NOT EXISTS queue_redrive (
  id                BIGINT       NOT NULL AUTO_INCREMENT,
  redrive_id        VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  queue_id          BIGINT       NOT NULL,
  principal_id      VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  reason            VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  ordering_key      VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  first_seen_from   DATETIME(3)  NULL,
  first_seen_before DATETIME(3)  NULL,
  max_messages      BIGINT       NOT NULL,
  rate_per_second   INT          NULL,
  last_parked       BIGINT       NOT NULL,
  done_parked       BIGINT       NOT NULL,
  redriven          BIGINT       NOT NULL,
  skipped           BIGINT       NOT NULL,
  created_at        DATETIME(3)  NOT NULL,
  next_at           DATETIME(3)  NULL,
  finished_at       DATETIME(3)  NULL,
  PRIMARY KEY (id),
  UNIQUE KEY queue_redrive_id (redrive_id),
  KEY queue_redrive_queue (queue_id),
  KEY queue_redrive_next (next_at),
  KEY queue_redrive_finished (finished_at),
  CONSTRAINT queue_redrive_queue FOREIGN KEY (queue_id) REFERENCES queue (id) ON DELETE CASCADE,
  CONSTRAINT queue_redrive_bounds CHECK (
    max_messages >= 1 AND rate_per_second >= 1 AND done_parked >= 0 AND last_parked >= 0
    AND redriven BETWEEN 0 AND max_messages AND skipped >= 0),
  CONSTRAINT queue_redrive_end CHECK ((next_at IS NULL) = (finished_at IS NOT NULL))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
