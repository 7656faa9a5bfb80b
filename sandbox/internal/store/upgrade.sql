-- From schema 2: calls have more to tell, and so have deliveries of callbacks.
ALTER TABLE callbacks ADD COLUMN url TEXT NOT NULL DEFAULT '';
ALTER TABLE callbacks ADD COLUMN tells_id TEXT NOT NULL DEFAULT '';
ALTER TABLE callbacks ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE attempts ADD COLUMN request TEXT NOT NULL DEFAULT '';
ALTER TABLE attempts ADD COLUMN response TEXT NOT NULL DEFAULT '';
ALTER TABLE attempts ADD COLUMN took INTEGER NOT NULL DEFAULT 0;
-- schema.sql --
INSERT INTO calls (merchant, claimed, kind, id, at, operation, method, path, request, status, response, detail)
	SELECT merchant, '', substr(subject, 1, instr(subject, '/') - 1), substr(subject, instr(subject, '/') + 1), at, '', method, path,
		request, status, response, '{}' FROM exchanges ORDER BY seq;
DROP TABLE exchanges;
