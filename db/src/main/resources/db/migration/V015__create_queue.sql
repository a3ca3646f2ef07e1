-- Why: work queues. queue says what a queue allows; queue_counter what it holds, and is the row that every change of the
-- queue locks first; queue_message where each message is; queue_body its sealed payload and headers, until it is at its
-- end; queue_receipt which deliveries a receive with a requestId got.
-- Locks: none (new tables). Time on a big table: none. Old code: runs on it.

-- incarnation: what delivery tokens are bound to; a new one after a restore makes all earlier tokens invalid.
CREATE TABLE IF NOT EXISTS queue (
  id                       BIGINT       NOT NULL AUTO_INCREMENT,
  domain_id                BIGINT       NOT NULL,
  name                     VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  incarnation              VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  max_attempts             INT          NOT NULL,
  max_stored_messages      BIGINT       NOT NULL,
  max_stored_bytes         BIGINT       NOT NULL,
  max_in_flight_messages   BIGINT       NOT NULL,
  max_in_flight_bytes      BIGINT       NOT NULL,
  max_lease_seconds        INT          NOT NULL,
  retry_base_millis        BIGINT       NOT NULL,
  retry_max_millis         BIGINT       NOT NULL,
  retry_factor             DOUBLE       NOT NULL,
  retry_jitter             VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  max_dead_letter_messages BIGINT       NULL,
  max_dead_letter_bytes    BIGINT       NULL,
  ordering                 VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  parked_head              VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  payload_limit_bytes      INT          NOT NULL,
  paused                   BOOLEAN      NOT NULL,
  created_at               DATETIME(3)  NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY queue_name (domain_id, name),
  CONSTRAINT queue_domain FOREIGN KEY (domain_id) REFERENCES domain (id),
  CONSTRAINT queue_bounds CHECK (
    max_attempts BETWEEN 1 AND 1000 AND max_stored_messages >= 1 AND max_stored_bytes >= 1
    AND max_in_flight_messages >= 1 AND max_in_flight_bytes >= 1 AND max_lease_seconds BETWEEN 1 AND 43200
    AND retry_base_millis >= 1 AND retry_max_millis >= retry_base_millis AND retry_factor > 0
    AND payload_limit_bytes BETWEEN 1 AND 1048576),
  CONSTRAINT queue_dead_letters CHECK (
    max_dead_letter_messages BETWEEN 1 AND max_stored_messages AND max_dead_letter_bytes BETWEEN 1 AND max_stored_bytes),
  CONSTRAINT queue_retry_jitter CHECK (retry_jitter IN ('NONE', 'FULL')),
  CONSTRAINT queue_order CHECK (
    ordering = 'STRICT_PER_KEY' AND parked_head IN ('CONTINUE', 'BLOCK')
    OR ordering = 'COMPETING' AND parked_head = 'CONTINUE')
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- drifted_at: since when the counters are known to contradict the messages; the queue takes no writes until it is repaired.
CREATE TABLE IF NOT EXISTS queue_counter (
  queue_id             BIGINT      NOT NULL,
  stored_messages      BIGINT      NOT NULL,
  stored_bytes         BIGINT      NOT NULL,
  in_flight_messages   BIGINT      NOT NULL,
  in_flight_bytes      BIGINT      NOT NULL,
  dead_letter_messages BIGINT      NOT NULL,
  dead_letter_bytes    BIGINT      NOT NULL,
  next_sequence        BIGINT      NOT NULL,
  next_ready_sequence  BIGINT      NOT NULL,
  next_parked_sequence BIGINT      NOT NULL,
  next_fence           BIGINT      NOT NULL,
  drifted_at           DATETIME(3) NULL,
  PRIMARY KEY (queue_id),
  KEY queue_counter_drifted_at (drifted_at),
  CONSTRAINT queue_counter_queue FOREIGN KEY (queue_id) REFERENCES queue (id) ON DELETE CASCADE,
  CONSTRAINT queue_counter_sound CHECK (
    stored_messages >= 0 AND stored_bytes >= 0 AND in_flight_messages >= 0 AND in_flight_bytes >= 0
    AND dead_letter_messages >= 0 AND dead_letter_bytes >= 0
    AND next_sequence >= 1 AND next_ready_sequence >= 1 AND next_parked_sequence >= 1 AND next_fence >= 1)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Clustered by queue and sequence. What decides about a message stands in one column each, null where it does not apply:
-- deliverable_sequence, of what may be handed out now (of a strict order only the heads); due_at, of what time alone
-- changes; order_sequence, of what holds its place in its ordering key. Each has a generated column before it in its index,
-- null as well, so that a join by it meets no row that does not apply: those would be the first of the index, and a queue
-- keeps millions of them.
-- state: 0 SCHEDULED, 1 READY, 2 LEASED, 3 ACKED, 4 DEAD_LETTERED, 5 CANCELLED, 6 EXPIRED, 7 PENDING_DEAD_LETTER.
CREATE TABLE IF NOT EXISTS queue_message (
  queue_id             BIGINT       NOT NULL,
  sequence             BIGINT       NOT NULL,
  message_id           VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  body_bytes           INT          NOT NULL,
  ordering_key         VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  enqueued_at          DATETIME(3)  NOT NULL,
  expires_at           DATETIME(3)  NULL,
  state                TINYINT      NOT NULL,
  state_version        BIGINT       NOT NULL,
  lease_version        BIGINT       NOT NULL,
  generation           INT          NOT NULL,
  attempts             INT          NOT NULL,
  not_before           DATETIME(3)  NULL,
  lease_until          DATETIME(3)  NULL,
  holder               VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  fence                BIGINT       NOT NULL,
  ready_sequence       BIGINT       NOT NULL,
  deliverable_sequence BIGINT       NULL,
  order_sequence       BIGINT       NULL,
  parked_sequence      BIGINT       NULL,
  due_at               DATETIME(3)  NULL,
  reason               VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  finished_at          DATETIME(3)  NULL,
  deliverable_queue    BIGINT       AS (IF(deliverable_sequence IS NULL, NULL, queue_id)) STORED,
  due_queue            BIGINT       AS (IF(due_at IS NULL, NULL, queue_id)) STORED,
  order_key            VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin
    AS (IF(order_sequence IS NULL, NULL, ordering_key)) STORED,
  PRIMARY KEY (queue_id, sequence),
  UNIQUE KEY queue_message_id (queue_id, message_id),
  KEY queue_message_deliverable (deliverable_queue, deliverable_sequence),
  KEY queue_message_due (due_queue, due_at),
  KEY queue_message_order (queue_id, order_key, order_sequence),
  KEY queue_message_parked (queue_id, parked_sequence),
  KEY queue_message_state (queue_id, state, sequence),
  KEY queue_message_finished (finished_at),
  CONSTRAINT queue_message_queue FOREIGN KEY (queue_id) REFERENCES queue (id),
  CONSTRAINT queue_message_state CHECK (state BETWEEN 0 AND 7),
  CONSTRAINT queue_message_counts CHECK (
    body_bytes >= 0 AND state_version >= 1 AND lease_version >= 0 AND generation >= 1 AND attempts >= 0),
  CONSTRAINT queue_message_leased CHECK ((state = 2) = (lease_until IS NOT NULL) AND (state = 2) = (holder IS NOT NULL)),
  CONSTRAINT queue_message_deliverable CHECK (deliverable_sequence IS NULL OR (state = 1 AND deliverable_sequence = ready_sequence)),
  CONSTRAINT queue_message_order CHECK (order_sequence IS NULL OR (ordering_key IS NOT NULL AND state NOT IN (3, 5, 6))),
  CONSTRAINT queue_message_parked CHECK ((state = 4) = (parked_sequence IS NOT NULL)),
  CONSTRAINT queue_message_due CHECK (due_at IS NOT NULL OR state NOT IN (0, 2)),
  CONSTRAINT queue_message_finished CHECK ((state IN (3, 5, 6)) = (finished_at IS NOT NULL))
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS queue_body (
  queue_id    BIGINT       NOT NULL,
  sequence    BIGINT       NOT NULL,
  sealing_key INT UNSIGNED NOT NULL,
  body        MEDIUMBLOB   NOT NULL,
  PRIMARY KEY (queue_id, sequence),
  KEY queue_body_sealing_key (sealing_key)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- deliveries: JSON, [[sequence, lease version, generation], …].
CREATE TABLE IF NOT EXISTS queue_receipt (
  queue_id     BIGINT       NOT NULL,
  principal_id VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  request_id   VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  fingerprint  BINARY(32)   NOT NULL,
  deliveries   VARCHAR(8000) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  created_at   DATETIME(3)  NOT NULL,
  PRIMARY KEY (queue_id, principal_id, request_id),
  KEY queue_receipt_created_at (created_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
