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
	next_at    INTEGER, -- NULL: delivered or given up
	url        TEXT NOT NULL DEFAULT '', -- where it goes, if not to the payment's callbackUrl
	tells_id   TEXT NOT NULL DEFAULT '', -- the id it tells, if not the payment's
	note       TEXT NOT NULL DEFAULT '' -- what is unusual about it
) STRICT;
CREATE INDEX IF NOT EXISTS callbacks_next ON callbacks (next_at);
CREATE INDEX IF NOT EXISTS callbacks_payment ON callbacks (payment);

CREATE TABLE IF NOT EXISTS attempts (
	callback INTEGER NOT NULL REFERENCES callbacks (seq),
	at       INTEGER NOT NULL,
	status   INTEGER NOT NULL, -- the listener's HTTP status, 0 without an answer
	error    TEXT NOT NULL,
	request  TEXT NOT NULL DEFAULT '', -- as it was sent
	response TEXT NOT NULL DEFAULT '', -- as much of the answer as is kept
	took     INTEGER NOT NULL DEFAULT 0 -- milliseconds
) STRICT;
CREATE INDEX IF NOT EXISTS attempts_callback ON attempts (callback);

-- Every call of the interface and its answer.
CREATE TABLE IF NOT EXISTS calls (
	seq       INTEGER PRIMARY KEY AUTOINCREMENT,
	merchant  TEXT NOT NULL, -- '' where nobody could be authenticated
	claimed   TEXT NOT NULL, -- the merchant that such a call names
	kind      TEXT NOT NULL, -- of the payment it is about: payin, payout or ''
	id        TEXT NOT NULL,
	at        INTEGER NOT NULL,
	operation TEXT NOT NULL, -- the endpoint's name
	method    TEXT NOT NULL,
	path      TEXT NOT NULL, -- with its query
	request   TEXT NOT NULL,
	status    INTEGER NOT NULL, -- 0: the connection was cut
	response  TEXT NOT NULL,
	detail    TEXT NOT NULL -- headers, what the token allows, why it was refused: JSON
) STRICT;
CREATE INDEX IF NOT EXISTS calls_id ON calls (id, seq);
CREATE INDEX IF NOT EXISTS calls_strange ON calls (seq) WHERE merchant = '';

-- What steers a payment besides its id, from its first call on.
CREATE TABLE IF NOT EXISTS steered (
	merchant TEXT NOT NULL,
	kind     TEXT NOT NULL,
	id       TEXT NOT NULL,
	words    TEXT NOT NULL, -- directives, each with its "~"
	cause    TEXT NOT NULL, -- the rules that gave them
	PRIMARY KEY (merchant, kind, id)
) STRICT;

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

INSERT INTO payments (kind, id, merchant, method, amount, currency, callback_url, return_url, play, reference, created_at, request, response)
	VALUES ('payin', 'order-1', 'DEMO', 'PROMPTPAY', '10', 'THB', 'https://shop.example/callback', 'https://shop.example/', 'play-1', '', 1795000000000, x'7B7D', x'7B7D');
INSERT INTO transitions (payment, at, status, reason, cause) VALUES (1, 1795000000000, 'PENDING', '', 'creation');
INSERT INTO transitions (payment, at, status, reason, cause) VALUES (1, 1795000060000, 'SUCCESS', '', 'plan');
