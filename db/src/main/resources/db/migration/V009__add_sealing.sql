-- Why: bodies of envelopes are sealed with a key that is not in the database. sealing_key names the key of the body, null
-- if it is stored in clear; what was there before stays in clear. Its index counts rows by key, and finds those to seal anew.
-- Kept answers that are sealed name theirs too; those that are there begin with a byte 1 and the number of the key.
-- Locks: the tables' definitions, for a moment; the columns are added at once, the indexes online; the rows of sealed kept
-- answers while they are updated, in one transaction.
-- Time on a big table: seconds for a million envelopes and as many kept answers. Old code: stop it before. It would hand out sealed
-- bodies as they are stored.

ALTER TABLE mailbox
  ADD COLUMN IF NOT EXISTS sealed BOOLEAN NOT NULL DEFAULT TRUE;

ALTER TABLE envelope
  ADD COLUMN IF NOT EXISTS sealing_key INT UNSIGNED NULL;

ALTER TABLE envelope
  ADD KEY IF NOT EXISTS envelope_sealing_key (sealing_key);

ALTER TABLE idempotency_record
  ADD COLUMN IF NOT EXISTS sealing_key INT UNSIGNED NULL;

UPDATE idempotency_record
  SET sealing_key = ORD(SUBSTR(response, 2, 1)) * 16777216 + ORD(SUBSTR(response, 3, 1)) * 65536
    + ORD(SUBSTR(response, 4, 1)) * 256 + ORD(SUBSTR(response, 5, 1))
  WHERE sealed AND sealing_key IS NULL AND ORD(response) = 1 AND LENGTH(response) >= 5;

ALTER TABLE idempotency_record
  ADD KEY IF NOT EXISTS idempotency_record_sealing_key (sealing_key);
