-- From schema 1: ids become their merchants', and a clock that was ahead of the
-- real one (setting clock-ahead, nanoseconds) becomes age.
PRAGMA legacy_alter_table = ON; -- references to payments keep their name
DROP INDEX payments_play;
ALTER TABLE payments RENAME TO payments_1;
ALTER TABLE exchanges ADD COLUMN merchant TEXT NOT NULL DEFAULT '';
-- schema.sql --
INSERT INTO payments SELECT * FROM payments_1;
DROP TABLE payments_1;
PRAGMA legacy_alter_table = OFF;
UPDATE payments SET created_at = created_at - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clock-ahead'), 0) / 1000000;
UPDATE transitions SET at = at - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clock-ahead'), 0) / 1000000;
UPDATE callbacks SET created_at = created_at - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clock-ahead'), 0) / 1000000;
UPDATE callbacks SET next_at = next_at - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clock-ahead'), 0) / 1000000;
UPDATE attempts SET at = at - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clock-ahead'), 0) / 1000000;
UPDATE exchanges SET at = at - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clock-ahead'), 0) / 1000000;
UPDATE shop_orders SET created_at = created_at - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clock-ahead'), 0) / 1000000;
UPDATE shop_callbacks SET at = at - coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'clock-ahead'), 0) / 1000000;
UPDATE settings SET key = 'moved', value = CAST(CAST(CAST(value AS INTEGER) / 1000000 AS TEXT) AS BLOB) WHERE key = 'clock-ahead';
DELETE FROM settings WHERE key = 'fault-rules';
