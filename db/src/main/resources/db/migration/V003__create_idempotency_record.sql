-- Why: the first answer of a write, so that a retry with the same Idempotency-Key gets it again.
-- Written in the same transaction as the effect. response is the answer as sent (never a body or a token in clear: an
-- answer that holds one is sealed, and sealed says so).
-- Locks: none (new table). Time on a big table: none. Old code: runs on it.

CREATE TABLE idempotency_record (
  key_hash    BINARY(32)   NOT NULL,
  fingerprint BINARY(32)   NOT NULL,
  status      SMALLINT     NOT NULL,
  response    MEDIUMBLOB   NULL,
  sealed      BOOLEAN      NOT NULL,
  resource    VARCHAR(256) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  created_at  DATETIME(3)  NOT NULL,
  expires_at  DATETIME(3)  NOT NULL,
  PRIMARY KEY (key_hash),
  KEY idempotency_record_expires_at (expires_at),
  CONSTRAINT idempotency_record_status CHECK (status BETWEEN 200 AND 499),
  CONSTRAINT idempotency_record_expiry CHECK (expires_at > created_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
