package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Exchange is one call of the interface about a payment and its answer. Status
// is 0 if the connection was cut.
type Exchange struct {
	At           time.Time
	Method, Path string
	Request      string
	Status       int
	Response     string
}

// bounds limits how much of the stories is kept.
type bounds struct {
	passing   int // reads, token calls and refusals of one payment: a client may poll for days
	strangers int // unauthenticated calls about one payment
	strange   int // unauthenticated calls about all payments
	rows      int // all calls
	bytes     int // of all calls and answers
	every     int // the total is checked after so many calls
}

var usualBounds = bounds{passing: 60, strangers: 20, strange: 200, rows: 20_000, bytes: 64 << 20, every: 256}

const addExchange = `INSERT INTO exchanges (merchant, subject, at, method, path, request, status, response)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

// AddExchange adds a call to a payment's story; merchant is "" if nobody was
// authenticated. It removes the oldest reads, token calls and refusals beyond
// the limit. Calls that changed something stay until the stories of all
// payments are too long.
func (s *Store) AddExchange(ctx context.Context, merchant, subject string, e Exchange) error {
	add, err := s.statement(ctx, addExchange)
	if err != nil {
		return fmt.Errorf("keep exchange: %w", err)
	}
	trims := s.trims(merchant, subject)
	for i, t := range trims {
		if trims[i].statement, err = s.statement(ctx, t.query); err != nil {
			return fmt.Errorf("trim exchanges: %w", err)
		}
	}
	return s.atomically(ctx, func(tx *sql.Tx) error {
		_, err := tx.StmtContext(ctx, add).ExecContext(ctx,
			merchant, subject, e.At.UnixMilli(), e.Method, e.Path, e.Request, e.Status, e.Response)
		if err != nil {
			return fmt.Errorf("keep exchange: %w", err)
		}
		for _, t := range trims {
			if _, err := tx.StmtContext(ctx, t.statement).ExecContext(ctx, t.args...); err != nil {
				return fmt.Errorf("trim exchanges: %w", err)
			}
		}
		if merchant != "" && s.added.Add(1)%int64(s.bounds.every) == 0 {
			return s.trimAll(ctx, tx)
		}
		return nil
	})
}

// trim is a query that removes what is beyond a limit.
type trim struct {
	query     string
	args      []any
	statement *sql.Stmt
}

// trims are the trims due after a call was added. They are written so that
// SQLite needn't plan them again for other values: limits are literals, and the
// plus stops it from considering the index of strangers.
func (s *Store) trims(merchant, subject string) []trim {
	beyond := func(limit int, which string, args ...any) trim {
		return trim{query: fmt.Sprintf(`DELETE FROM exchanges WHERE %[1]s AND
			seq <= (SELECT seq FROM exchanges WHERE %[1]s ORDER BY seq DESC LIMIT 1 OFFSET %[2]d)`, which, limit), args: args}
	}
	const ofStory = `subject = ?1 AND merchant = +?2`
	if merchant == "" {
		return []trim{beyond(s.bounds.strangers, ofStory, subject, merchant), beyond(s.bounds.strange, `merchant = ''`)}
	}
	const passing = ` AND (method = 'GET' OR path LIKE '/auth-tokens%' OR status >= 300)`
	return []trim{beyond(s.bounds.passing, ofStory+passing, subject, merchant)}
}

// trimAll removes the oldest of all calls beyond the limits.
func (s *Store) trimAll(ctx context.Context, db execer) error {
	return exec(ctx, db, "trim exchanges", `DELETE FROM exchanges WHERE seq <= (SELECT seq FROM (
			SELECT seq, row_number() OVER newest AS n, sum(octet_length(request) + octet_length(response)) OVER newest AS bytes
			FROM exchanges WINDOW newest AS (ORDER BY seq DESC))
		WHERE n > ? OR bytes > ? ORDER BY seq DESC LIMIT 1)`, s.bounds.rows, s.bounds.bytes)
}

// Exchanges lists the calls about a merchant's payment in order,
// unauthenticated ones included.
func (s *Store) Exchanges(ctx context.Context, merchant, subject string) ([]Exchange, error) {
	scan := func(r row, e *Exchange) error {
		return r.Scan(instant{&e.At}, &e.Method, &e.Path, &e.Request, &e.Status, &e.Response)
	}
	return query(ctx, s, "exchanges", scan, `SELECT at, method, path, request, status, response FROM exchanges
		WHERE subject = ? AND merchant IN (?, '') ORDER BY seq`, subject, merchant)
}
