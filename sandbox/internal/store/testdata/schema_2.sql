CREATE TABLE IF NOT EXISTS settings (
	key   TEXT PRIMARY KEY,
	value BLOB NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS counters (
	name TEXT PRIMARY KEY,
	n    INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS merchant_keys (
	merchant TEXT NOT NULL,
	pem      TEXT NOT NULL,
	PRIMARY KEY (merchant, pem)
) STRICT;

-- An id is its merchant's: another merchant can have the same.
CREATE TABLE IF NOT EXISTS payments (
	seq          INTEGER PRIMARY KEY AUTOINCREMENT,
	kind         TEXT NOT NULL, -- payin or payout
	id           TEXT NOT NULL,
	merchant     TEXT NOT NULL,
	method       TEXT NOT NULL,
	amount       TEXT NOT NULL,
	currency     TEXT NOT NULL,
	callback_url TEXT NOT NULL,
	return_url   TEXT NOT NULL,
	play         TEXT NOT NULL, -- what the bank page is addressed by
	reference    TEXT NOT NULL DEFAULT '', -- the external payment reference
	paid         INTEGER NOT NULL DEFAULT 0, -- a person says the customer paid
	created_at   INTEGER NOT NULL,
	request      BLOB NOT NULL,
	response     BLOB NOT NULL,
	UNIQUE (merchant, kind, id)
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS payments_play ON payments (play);
CREATE INDEX IF NOT EXISTS payments_id ON payments (kind, id);

CREATE TABLE IF NOT EXISTS transitions (
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	payment INTEGER NOT NULL REFERENCES payments (seq),
	at      INTEGER NOT NULL,
	status  TEXT NOT NULL,
	reason  TEXT NOT NULL, -- failureReasonCode
	cause   TEXT NOT NULL, -- who or what brought it about
	told    INTEGER NOT NULL DEFAULT 0 -- its callback was made
) STRICT;
CREATE INDEX IF NOT EXISTS transitions_payment ON transitions (payment, at, seq);
CREATE INDEX IF NOT EXISTS transitions_told ON transitions (told, at);

CREATE TABLE IF NOT EXISTS callbacks (
	seq        INTEGER PRIMARY KEY AUTOINCREMENT,
	payment    INTEGER NOT NULL REFERENCES payments (seq),
	status     TEXT NOT NULL, -- the status it tells of, for the console; never sent
	created_at INTEGER NOT NULL,
	next_at    INTEGER -- NULL: delivered or given up
) STRICT;
CREATE INDEX IF NOT EXISTS callbacks_next ON callbacks (next_at);
CREATE INDEX IF NOT EXISTS callbacks_payment ON callbacks (payment);

CREATE TABLE IF NOT EXISTS attempts (
	callback INTEGER NOT NULL REFERENCES callbacks (seq),
	at       INTEGER NOT NULL,
	status   INTEGER NOT NULL, -- the listener's HTTP status, 0 without an answer
	error    TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS attempts_callback ON attempts (callback);

CREATE TABLE IF NOT EXISTS exchanges (
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	merchant TEXT NOT NULL, -- '' where nobody could be authenticated
	subject  TEXT NOT NULL, -- kind/id of the payment it is about
	at       INTEGER NOT NULL,
	method   TEXT NOT NULL,
	path     TEXT NOT NULL,
	request  TEXT NOT NULL,
	status   INTEGER NOT NULL, -- 0: the connection was cut
	response TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS exchanges_subject ON exchanges (subject, seq);
CREATE INDEX IF NOT EXISTS exchanges_strange ON exchanges (seq) WHERE merchant = '';

CREATE TABLE IF NOT EXISTS shop_orders (
	seq        INTEGER PRIMARY KEY AUTOINCREMENT,
	id         TEXT NOT NULL UNIQUE,
	created_at INTEGER NOT NULL,
	document   BLOB NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS shop_callbacks (
	seq  INTEGER PRIMARY KEY AUTOINCREMENT,
	id   TEXT NOT NULL,
	at   INTEGER NOT NULL,
	text TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS shop_callbacks_id ON shop_callbacks (id);

INSERT INTO settings VALUES ('moved', CAST('3600000' AS BLOB));
INSERT INTO payments VALUES (7, 'payin', 'a', 'DEMO', 'PROMPTPAY', '10', 'THB', 'http://x/', '', 'play', '', 0, 1794996400000, CAST('{}' AS BLOB), CAST('{}' AS BLOB));
INSERT INTO transitions (payment, at, status, reason, cause, told) VALUES (7, 1794996400000, 'PENDING', '', '', 1), (7, 1795000000000, 'SUCCESS', '', '', 1);
INSERT INTO callbacks VALUES (1, 7, 'SUCCESS', 1795000000000, NULL);
INSERT INTO attempts VALUES (1, 1795000000000, 200, '');
INSERT INTO exchanges VALUES (1, 'DEMO', 'payin/a', 1794996400000, 'POST', '/payins/a', '{}', 200, '{}');
PRAGMA user_version = 2;
