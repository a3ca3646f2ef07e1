-- What the migrations make of an empty database. Nobody runs this file: SchemaSnapshotIT compares it with the
-- migrated schema, and says how to write it anew.

CREATE TABLE `access_grant` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `principal` bigint(20) NOT NULL,
  `domain` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `capability` varchar(32) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `resource` varchar(160) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `access_grant_once` (`principal`,`domain`,`capability`,`resource`),
  CONSTRAINT `access_grant_principal` FOREIGN KEY (`principal`) REFERENCES `principal` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `access_token` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `token_id` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `principal` bigint(20) NOT NULL,
  `token_hash` binary(32) NOT NULL,
  `label` varchar(128) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `expires_at` datetime(3) DEFAULT NULL,
  `revoked_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `access_token_token_id` (`token_id`),
  UNIQUE KEY `access_token_hash` (`token_hash`),
  KEY `access_token_principal` (`principal`),
  CONSTRAINT `access_token_principal` FOREIGN KEY (`principal`) REFERENCES `principal` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `audit_record` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `at` datetime(3) NOT NULL,
  `principal` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `action` varchar(64) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `domain` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `resource` varchar(256) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `outcome` varchar(64) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `request_id` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `detail` varchar(512) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `audit_record_at` (`at`),
  KEY `audit_record_principal` (`principal`),
  KEY `audit_record_action` (`action`),
  KEY `audit_record_domain` (`domain`),
  KEY `audit_record_resource` (`resource`),
  KEY `audit_record_outcome` (`outcome`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `domain` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `name` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `domain_name` (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `envelope` (
  `mailbox_id` bigint(20) NOT NULL,
  `sequence` bigint(20) NOT NULL,
  `sender` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `message_id` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `digest` binary(32) NOT NULL,
  `body_bytes` int(11) NOT NULL,
  `protocol_version` int(11) NOT NULL,
  `content_type` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `accepted_at` datetime(3) NOT NULL,
  `expires_at` datetime(3) DEFAULT NULL,
  `body` mediumblob NOT NULL,
  `kind` tinyint(4) NOT NULL DEFAULT 0,
  `acknowledge_to` bigint(20) DEFAULT NULL,
  `sealing_key` int(10) unsigned DEFAULT NULL,
  PRIMARY KEY (`mailbox_id`,`sequence`),
  UNIQUE KEY `envelope_identity` (`mailbox_id`,`sender`,`message_id`),
  KEY `envelope_expires_at` (`expires_at`),
  KEY `envelope_sealing_key` (`sealing_key`),
  CONSTRAINT `envelope_mailbox` FOREIGN KEY (`mailbox_id`) REFERENCES `mailbox` (`id`),
  CONSTRAINT `envelope_sequence` CHECK (`sequence` >= 1),
  CONSTRAINT `envelope_body_bytes` CHECK (`body_bytes` >= 0),
  CONSTRAINT `envelope_expiry` CHECK (`expires_at` is null or `expires_at` > `accepted_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `idempotency_record` (
  `key_hash` binary(32) NOT NULL,
  `fingerprint` binary(32) NOT NULL,
  `status` smallint(6) NOT NULL,
  `response` mediumblob DEFAULT NULL,
  `sealed` tinyint(1) NOT NULL,
  `resource` varchar(256) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `expires_at` datetime(3) NOT NULL,
  `sealing_key` int(10) unsigned DEFAULT NULL,
  PRIMARY KEY (`key_hash`),
  KEY `idempotency_record_expires_at` (`expires_at`),
  KEY `idempotency_record_sealing_key` (`sealing_key`),
  CONSTRAINT `idempotency_record_status` CHECK (`status` between 200 and 499),
  CONSTRAINT `idempotency_record_expiry` CHECK (`expires_at` > `created_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `inbox` (
  `domain` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `scope` varchar(128) NOT NULL,
  `message_id` varchar(200) NOT NULL,
  `message_type` varchar(128) NOT NULL,
  `message_version` int(11) NOT NULL,
  `conversation_id` varchar(200) NOT NULL,
  `correlation_id` varchar(200) DEFAULT NULL,
  `causation_id` varchar(200) DEFAULT NULL,
  `received_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  `completed_at` datetime(3) DEFAULT NULL,
  `dead_at` datetime(3) DEFAULT NULL,
  `attempts` int(11) NOT NULL,
  `generation` int(11) NOT NULL DEFAULT 0,
  `last_error` varchar(2048) DEFAULT NULL,
  PRIMARY KEY (`domain`,`scope`,`message_id`),
  KEY `inbox_completed_at` (`completed_at`),
  KEY `inbox_dead` (`domain`,`scope`,`dead_at`,`message_id`),
  CONSTRAINT `inbox_attempts` CHECK (`attempts` >= 0),
  CONSTRAINT `inbox_generation` CHECK (`generation` >= 0),
  CONSTRAINT `inbox_version` CHECK (`message_version` >= 1),
  CONSTRAINT `inbox_one_end` CHECK (`completed_at` is null or `dead_at` is null)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `mailbox` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `domain_id` bigint(20) NOT NULL,
  `name` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `retention` varchar(16) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `default_ttl_seconds` bigint(20) DEFAULT NULL,
  `max_pending_count` bigint(20) NOT NULL,
  `max_pending_bytes` bigint(20) NOT NULL,
  `max_envelope_bytes` int(11) NOT NULL,
  `acknowledgements` varchar(16) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `next_sequence` bigint(20) NOT NULL,
  `last_accepted_at` datetime(3) DEFAULT NULL,
  `pending_count` bigint(20) NOT NULL,
  `pending_bytes` bigint(20) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `drifted_at` datetime(3) DEFAULT NULL,
  `opaque_id` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL DEFAULT lcase(hex(random_bytes(16))),
  `sealed` tinyint(1) NOT NULL DEFAULT 1,
  `quarantined_count` int(10) unsigned NOT NULL DEFAULT 0,
  `wake_callback` tinyint(1) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `mailbox_name` (`domain_id`,`name`),
  UNIQUE KEY `mailbox_opaque_id` (`opaque_id`),
  KEY `mailbox_drifted_at` (`drifted_at`),
  CONSTRAINT `mailbox_domain` FOREIGN KEY (`domain_id`) REFERENCES `domain` (`id`),
  CONSTRAINT `mailbox_retention` CHECK (`retention` = 'TIMED' and `default_ttl_seconds` is not null and `default_ttl_seconds` > 0 or `retention` = 'UNTIL_FINALIZED' and `default_ttl_seconds` is null),
  CONSTRAINT `mailbox_acknowledgements` CHECK (`acknowledgements` in ('NONE','FINALIZED')),
  CONSTRAINT `mailbox_quota` CHECK (`max_pending_count` >= 1 and `max_pending_bytes` >= 1 and `max_envelope_bytes` >= 1),
  CONSTRAINT `mailbox_counters` CHECK (`pending_count` >= 0 and `pending_bytes` >= 0 and `next_sequence` >= 1),
  CONSTRAINT `mailbox_empty` CHECK (`pending_count` > 0 or `pending_bytes` = 0)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `mailbox_wake` (
  `mailbox_id` bigint(20) NOT NULL,
  `principal` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `callback` varbinary(2560) NOT NULL,
  `sealing_key` int(10) unsigned NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `succeeded_at` datetime(3) DEFAULT NULL,
  `failed_at` datetime(3) DEFAULT NULL,
  `failing_since` datetime(3) DEFAULT NULL,
  `last_error` varchar(64) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  PRIMARY KEY (`mailbox_id`),
  KEY `mailbox_wake_sealing_key` (`sealing_key`),
  CONSTRAINT `mailbox_wake_mailbox` FOREIGN KEY (`mailbox_id`) REFERENCES `mailbox` (`id`) ON DELETE CASCADE,
  CONSTRAINT `mailbox_wake_failing` CHECK (`failing_since` is null or `failed_at` is not null and `failed_at` >= `failing_since` and `last_error` is not null)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `outbox` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `event_type` varchar(32) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `version` smallint(6) NOT NULL,
  `subject_type` varchar(32) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `subject_id` bigint(20) NOT NULL,
  `detail` varchar(1024) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `state` varchar(16) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `available_at` datetime(3) NOT NULL,
  `lease_until` datetime(3) DEFAULT NULL,
  `attempts` int(11) NOT NULL,
  `last_error` varchar(32) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `finished_at` datetime(3) DEFAULT NULL,
  `generation` int(11) NOT NULL DEFAULT 0,
  `coalesce_key` varchar(64) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `outbox_coalesce_key` (`coalesce_key`),
  KEY `outbox_due` (`state`,`event_type`,`available_at`),
  KEY `outbox_finished_at` (`finished_at`),
  CONSTRAINT `outbox_state` CHECK (`state` in ('PENDING','PUBLISHED','DONE','DEAD')),
  CONSTRAINT `outbox_finished` CHECK (`state` in ('DONE','DEAD') = (`finished_at` is not null)),
  CONSTRAINT `outbox_attempts` CHECK (`attempts` >= 0),
  CONSTRAINT `outbox_coalesce` CHECK (`coalesce_key` is null or `state` = 'PENDING' and `lease_until` is null),
  CONSTRAINT `outbox_generation` CHECK (`generation` >= 0)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `principal` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `principal_id` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `name` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `kind` varchar(16) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `policy_epoch` bigint(20) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `disabled_at` datetime(3) DEFAULT NULL,
  `subject` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `principal_principal_id` (`principal_id`),
  UNIQUE KEY `principal_name` (`name`),
  UNIQUE KEY `principal_subject` (`subject`),
  CONSTRAINT `principal_kind` CHECK (`kind` in ('DEVICE','APPLICATION','OPERATOR')),
  CONSTRAINT `principal_epoch` CHECK (`policy_epoch` >= 1)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `quarantined_envelope` (
  `mailbox_id` bigint(20) NOT NULL,
  `sequence` bigint(20) NOT NULL,
  `sender` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `message_id` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `digest` binary(32) NOT NULL,
  `body_bytes` int(11) NOT NULL,
  `protocol_version` int(11) NOT NULL,
  `content_type` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `accepted_at` datetime(3) NOT NULL,
  `expires_at` datetime(3) DEFAULT NULL,
  `body` mediumblob NOT NULL,
  `sealing_key` int(10) unsigned DEFAULT NULL,
  `kind` tinyint(4) NOT NULL,
  `acknowledge_to` bigint(20) DEFAULT NULL,
  `quarantined_at` datetime(3) NOT NULL,
  PRIMARY KEY (`mailbox_id`,`sequence`),
  UNIQUE KEY `quarantined_envelope_identity` (`mailbox_id`,`sender`,`message_id`),
  KEY `quarantined_envelope_expires_at` (`expires_at`),
  KEY `quarantined_envelope_sealing_key` (`sealing_key`),
  CONSTRAINT `quarantined_envelope_mailbox` FOREIGN KEY (`mailbox_id`) REFERENCES `mailbox` (`id`),
  CONSTRAINT `quarantined_envelope_sequence` CHECK (`sequence` >= 1),
  CONSTRAINT `quarantined_envelope_body_bytes` CHECK (`body_bytes` >= 0),
  CONSTRAINT `quarantined_envelope_expiry` CHECK (`expires_at` is null or `expires_at` > `accepted_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `retention_change` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `change_id` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `state` varchar(16) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `principal` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `domain` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin DEFAULT NULL,
  `mailbox_pattern` varchar(129) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `ttl_seconds` bigint(20) NOT NULL,
  `previewed_at` datetime(3) NOT NULL,
  `confirm_by` datetime(3) NOT NULL,
  `applied_at` datetime(3) DEFAULT NULL,
  `finished_at` datetime(3) DEFAULT NULL,
  `remove_count` bigint(20) NOT NULL,
  `remove_bytes` bigint(20) NOT NULL,
  `remove_oldest` datetime(3) DEFAULT NULL,
  `remove_newest` datetime(3) DEFAULT NULL,
  `shorten_count` bigint(20) NOT NULL,
  `shorten_bytes` bigint(20) NOT NULL,
  `shorten_oldest` datetime(3) DEFAULT NULL,
  `shorten_newest` datetime(3) DEFAULT NULL,
  `removed_count` bigint(20) NOT NULL,
  `removed_bytes` bigint(20) NOT NULL,
  `shortened_count` bigint(20) NOT NULL,
  `shortened_bytes` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `retention_change_change_id` (`change_id`),
  KEY `retention_change_state` (`state`,`confirm_by`),
  CONSTRAINT `retention_change_bounds` CHECK (`ttl_seconds` >= 1 and `confirm_by` > `previewed_at`),
  CONSTRAINT `retention_change_preview` CHECK (`remove_count` >= 0 and `shorten_count` >= 0 and `remove_count` = 0 = (`remove_oldest` is null) and `shorten_count` = 0 = (`shorten_oldest` is null)),
  CONSTRAINT `retention_change_progress` CHECK (`state` in ('PREVIEWED','EXPIRED') and `applied_at` is null and `finished_at` is null and `removed_count` = 0 and `shortened_count` = 0 or `state` = 'APPLYING' and `applied_at` is not null and `finished_at` is null and `removed_count` >= 0 and `shortened_count` >= 0 or `state` = 'DONE' and `applied_at` is not null and `finished_at` is not null and `removed_count` >= 0 and `shortened_count` >= 0)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `retention_change_mailbox` (
  `change_key` bigint(20) NOT NULL,
  `mailbox_id` bigint(20) NOT NULL,
  `last_sequence` bigint(20) NOT NULL,
  `done_sequence` bigint(20) NOT NULL,
  `remove_count` bigint(20) NOT NULL,
  `remove_bytes` bigint(20) NOT NULL,
  `remove_oldest` datetime(3) DEFAULT NULL,
  `remove_newest` datetime(3) DEFAULT NULL,
  `shorten_count` bigint(20) NOT NULL,
  `shorten_bytes` bigint(20) NOT NULL,
  `shorten_oldest` datetime(3) DEFAULT NULL,
  `shorten_newest` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`change_key`,`mailbox_id`),
  CONSTRAINT `retention_change_mailbox_change` FOREIGN KEY (`change_key`) REFERENCES `retention_change` (`id`),
  CONSTRAINT `retention_change_mailbox_sequences` CHECK (`done_sequence` >= 0 and `last_sequence` >= 1)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;

CREATE TABLE `tombstone` (
  `mailbox_id` bigint(20) NOT NULL,
  `sender` varchar(36) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `message_id` varchar(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
  `sequence` bigint(20) NOT NULL,
  `finalization` tinyint(4) NOT NULL,
  `discard_reason` tinyint(4) DEFAULT NULL,
  `digest` binary(32) NOT NULL,
  `accepted_at` datetime(3) NOT NULL,
  `expires_at` datetime(3) DEFAULT NULL,
  `finalized_at` datetime(3) NOT NULL,
  `acknowledge_to` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`mailbox_id`,`sender`,`message_id`),
  KEY `tombstone_finalized_at` (`finalized_at`),
  CONSTRAINT `tombstone_mailbox` FOREIGN KEY (`mailbox_id`) REFERENCES `mailbox` (`id`),
  CONSTRAINT `tombstone_finalization` CHECK (`finalization` = 0 and `discard_reason` is null or `finalization` = 1 and `discard_reason` is not null and `discard_reason` between 1 and 5)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
