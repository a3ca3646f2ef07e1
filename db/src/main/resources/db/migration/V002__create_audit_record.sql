-- Why: who did what to which resource, when, with which outcome. Rows are only ever added, and pruned by age.
-- Locks: none (new table). Time on a big table: none. Old code: runs on it.

CREATE TABLE audit_record (
  id         BIGINT       NOT NULL AUTO_INCREMENT,
  at         DATETIME(3)  NOT NULL,
  principal  VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  action     VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  domain     VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  resource   VARCHAR(256) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  outcome    VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  request_id VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  PRIMARY KEY (id),
  KEY audit_record_at (at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
