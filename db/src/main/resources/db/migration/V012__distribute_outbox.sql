-- Why: Artemis distributes the outbox's events. A dead letter's reference, which lies there until an administrator moves it,
-- bears the generation that it was of, so that an old one does nothing. Intents that say the same while they wait are one.
-- Locks: the definition of outbox, for a moment. Time on a big table: the check reads every row, seconds for a million.
-- Old code: runs on it; what new nodes published while it runs, new nodes carry out.

-- generation: how often the event was given up and begun anew. coalesce_key: what a second intent is compared by, until the
-- first one is claimed.
ALTER TABLE outbox
  ADD COLUMN IF NOT EXISTS generation INT NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS coalesce_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_nopad_bin NULL,
  ADD UNIQUE KEY IF NOT EXISTS outbox_coalesce_key (coalesce_key),
  ADD CONSTRAINT IF NOT EXISTS outbox_coalesce CHECK (coalesce_key IS NULL OR (state = 'PENDING' AND lease_until IS NULL)),
  ADD CONSTRAINT IF NOT EXISTS outbox_generation CHECK (generation >= 0);
