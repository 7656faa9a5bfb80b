package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Exchange is one call of the interface about a payment and its answer.
// Status is 0 where the connection was cut.
type Exchange struct {
	At           time.Time
	Method, Path string
	Request      string
	Status       int
	Response     string
}

// bounds are how much of the stories is kept.
type bounds struct {
	passing   int // reads, token calls and refusals of one payment: a client may poll for days
	strangers int // calls about one payment that nobody could be authenticated for
	strange   int // those about all payments
	rows      int // all calls
	bytes     int // what they and their answers hold
	every     int // so many calls are kept before all are looked at
}

var usualBounds = bounds{passing: 60, strangers: 20, strange: 200, rows: 20_000, bytes: 64 << 20, every: 256}

// AddExchange adds a call to a payment's story and forgets the oldest reads,
// token calls and refusals beyond the bound; merchant is "" where nobody was
// authenticated. What changed something stays until the stories of all payments
// are too long.
func (s *Store) AddExchange(ctx context.Context, merchant, subject string, e Exchange) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO exchanges (merchant, subject, at, method, path, request, status, response)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			merchant, subject, e.At.UnixMilli(), e.Method, e.Path, e.Request, e.Status, e.Response)
		if err != nil {
			return fmt.Errorf("keep exchange: %w", err)
		}
		return s.trim(ctx, tx, merchant, subject)
	})
}

func (s *Store) trim(ctx context.Context, tx *sql.Tx, merchant, subject string) error {
	beyond := func(which string, limit int) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM exchanges WHERE `+which+` AND
			seq <= (SELECT seq FROM exchanges WHERE `+which+` ORDER BY seq DESC LIMIT 1 OFFSET ?3)`, subject, merchant, limit)
		if err != nil {
			return fmt.Errorf("trim exchanges: %w", err)
		}
		return nil
	}
	const ofStory = `subject = ?1 AND merchant = ?2`
	if merchant == "" {
		return errors.Join(beyond(ofStory, s.bounds.strangers), beyond(`merchant = ''`, s.bounds.strange))
	}
	err := beyond(ofStory+` AND (method = 'GET' OR path LIKE '/auth-tokens%' OR status >= 300)`, s.bounds.passing)
	if s.added.Add(1)%int64(s.bounds.every) == 0 {
		err = errors.Join(err, s.trimAll(ctx, tx))
	}
	return err
}

// trimAll forgets the oldest calls of all beyond the bounds.
func (s *Store) trimAll(ctx context.Context, db execer) error {
	_, err := db.ExecContext(ctx, `DELETE FROM exchanges WHERE seq <= (SELECT seq FROM (
			SELECT seq, row_number() OVER newest AS n, sum(octet_length(request) + octet_length(response)) OVER newest AS bytes
			FROM exchanges WINDOW newest AS (ORDER BY seq DESC))
		WHERE n > ? OR bytes > ? ORDER BY seq DESC LIMIT 1)`, s.bounds.rows, s.bounds.bytes)
	if err != nil {
		return fmt.Errorf("trim exchanges: %w", err)
	}
	return nil
}

// Exchanges lists the calls about a merchant's payment in order, with those that
// nobody could be authenticated for.
func (s *Store) Exchanges(ctx context.Context, merchant, subject string) ([]Exchange, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT at, method, path, request, status, response FROM exchanges
		WHERE subject = ? AND merchant IN (?, '') ORDER BY seq`, subject, merchant)
	if err != nil {
		return nil, fmt.Errorf("exchanges: %w", err)
	}
	defer rows.Close()
	var list []Exchange
	for rows.Next() {
		var e Exchange
		var at int64
		if err := rows.Scan(&at, &e.Method, &e.Path, &e.Request, &e.Status, &e.Response); err != nil {
			return nil, fmt.Errorf("exchanges: %w", err)
		}
		e.At = time.UnixMilli(at)
		list = append(list, e)
	}
	return list, rows.Err()
}
