-- Why: domains, the principals that call Restante, their tokens and grants, and the record of what was decided.
-- Locks: none (new tables). Time on a big table: none. Old code: runs on it.

CREATE TABLE domain (
  id         BIGINT       NOT NULL AUTO_INCREMENT,
  name       VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  created_at DATETIME(3)  NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY domain_name (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

INSERT INTO domain (name, created_at) VALUES ('main', UTC_TIMESTAMP(3));

-- principal_id is the opaque name that others see; name is for operators' eyes only and is in no message, log or metric.
CREATE TABLE principal (
  id           BIGINT       NOT NULL AUTO_INCREMENT,
  principal_id VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  name         VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  kind         VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  policy_epoch BIGINT       NOT NULL,
  created_at   DATETIME(3)  NOT NULL,
  disabled_at  DATETIME(3)  NULL,
  PRIMARY KEY (id),
  UNIQUE KEY principal_principal_id (principal_id),
  UNIQUE KEY principal_name (name),
  CONSTRAINT principal_kind CHECK (kind IN ('DEVICE', 'APPLICATION', 'OPERATOR')),
  CONSTRAINT principal_epoch CHECK (policy_epoch >= 1)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Only the SHA-256 of a token is kept: a copy of this table opens nothing.
CREATE TABLE access_token (
  id         BIGINT       NOT NULL AUTO_INCREMENT,
  token_id   VARCHAR(36)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  principal  BIGINT       NOT NULL,
  token_hash BINARY(32)   NOT NULL,
  label      VARCHAR(128) NULL,
  created_at DATETIME(3)  NOT NULL,
  expires_at DATETIME(3)  NULL,
  revoked_at DATETIME(3)  NULL,
  PRIMARY KEY (id),
  UNIQUE KEY access_token_token_id (token_id),
  UNIQUE KEY access_token_hash (token_hash),
  KEY access_token_principal (principal),
  CONSTRAINT access_token_principal FOREIGN KEY (principal) REFERENCES principal (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- domain is a name, or * for every domain; resource may end in *.
CREATE TABLE access_grant (
  id         BIGINT       NOT NULL AUTO_INCREMENT,
  principal  BIGINT       NOT NULL,
  domain     VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  capability VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  resource   VARCHAR(160) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY access_grant_once (principal, domain, capability, resource),
  CONSTRAINT access_grant_principal FOREIGN KEY (principal) REFERENCES principal (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
