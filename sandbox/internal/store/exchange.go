package store

import (
	"context"
	"database/sql"
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

// exchangesKept bounds a payment's story: a client may poll for days.
const exchangesKept = 60

// AddExchange adds a merchant's call to a payment's story and forgets the oldest reads and
// token calls beyond the bound. What changed something stays.
func (s *Store) AddExchange(ctx context.Context, merchant, subject string, e Exchange) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO exchanges (merchant, subject, at, method, path, request, status, response)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			merchant, subject, e.At.UnixMilli(), e.Method, e.Path, e.Request, e.Status, e.Response)
		if err != nil {
			return fmt.Errorf("keep exchange: %w", err)
		}
		const passing = `subject = ?1 AND merchant = ?3 AND (method = 'GET' OR path LIKE '/auth-tokens%')`
		_, err = tx.ExecContext(ctx, `DELETE FROM exchanges WHERE `+passing+` AND
			seq <= (SELECT seq FROM exchanges WHERE `+passing+` ORDER BY seq DESC LIMIT 1 OFFSET ?2)`, subject, exchangesKept, merchant)
		if err != nil {
			return fmt.Errorf("trim exchanges: %w", err)
		}
		return nil
	})
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
