-- Why: an order to redrive dead letters whose pieces are refused, since its queue takes no writes, waits longer and longer,
-- so that however many there are, the others get their turn; and it is told of once. refused_at: since when it is refused.
-- Locks: the table's definition, for a moment; the column is added at once. Time on a big table: none.
-- Old code: runs on it; it tries what is refused each second.

ALTER TABLE queue_redrive
  ADD COLUMN IF NOT EXISTS refused_at DATETIME(3) NULL;
