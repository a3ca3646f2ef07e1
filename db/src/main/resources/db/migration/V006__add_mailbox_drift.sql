-- Why: a mailbox whose counters were found to contradict its rows takes no writes until it is repaired; drifted_at says
-- since when. The index counts the marked ones for the metric without reading the others.
-- Locks: the table's definition, for a moment; the column is added at once, the index online.
-- Time on a big table: seconds for a million mailboxes. Old code: runs on it, and writes to marked mailboxes.

ALTER TABLE mailbox
  ADD COLUMN IF NOT EXISTS drifted_at DATETIME(3) NULL,
  ADD KEY IF NOT EXISTS mailbox_drifted_at (drifted_at);
