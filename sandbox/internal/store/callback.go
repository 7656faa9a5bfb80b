package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Callback is one notification of a status change.
type Callback struct {
	Seq       int64
	Merchant  string
	Kind, ID  string
	URL       string
	Status    string
	CreatedAt time.Time
	NextAt    time.Time // zero: delivered or given up
	Attempts  []Attempt
}

// Attempt is one delivery of a callback. Status is 0 if no answer came.
type Attempt struct {
	At     time.Time
	Status int
	Error  string
}

// Accepted reports whether the listener accepted the callback.
func (a Attempt) Accepted() bool { return a.Error == "" && a.Status/100 == 2 }

// Emit makes the callbacks of all transitions that have come due and have none
// yet. A transition to the same status changes nothing and gets no callback.
func (s *Store) Emit(ctx context.Context, now time.Time) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO callbacks (payment, status, created_at, next_at)
			SELECT t.payment, t.status, t.at, ?1 FROM transitions t JOIN payments p ON p.seq = t.payment
			WHERE t.told = 0 AND t.at <= ?1 AND p.callback_url <> '' AND t.status <>
				coalesce((SELECT b.status FROM transitions b WHERE b.payment = t.payment AND (b.at, b.seq) < (t.at, t.seq)
					ORDER BY b.at DESC, b.seq DESC LIMIT 1), t.status)
			ORDER BY t.at, t.seq`, now.UnixMilli())
		if err != nil {
			return fmt.Errorf("emit callbacks: %w", err)
		}
		if _, err = tx.ExecContext(ctx, `UPDATE transitions SET told = 1 WHERE told = 0 AND at <= ?`, now.UnixMilli()); err != nil {
			return fmt.Errorf("emit callbacks: %w", err)
		}
		return nil
	})
}

// Claim returns up to limit callbacks to deliver now, oldest first. They are
// due again only after the lease, so that nobody else delivers them meanwhile
// and a crash loses none.
func (s *Store) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]Callback, error) {
	due, err := s.callbacks(ctx, `WHERE c.next_at <= ? ORDER BY c.next_at, c.seq LIMIT ?`, now.UnixMilli(), limit)
	if err != nil {
		return nil, err
	}
	for _, c := range due {
		if err := s.Resend(ctx, c.Seq, now.Add(lease)); err != nil {
			return nil, err
		}
	}
	return due, nil
}

// Callbacks lists a payment's callbacks in order.
func (s *Store) Callbacks(ctx context.Context, p Payment) ([]Callback, error) {
	return s.callbacks(ctx, `WHERE c.payment = ? ORDER BY c.seq`, p.Seq)
}

// Callback is one callback by its number, or ErrNotFound.
func (s *Store) Callback(ctx context.Context, seq int64) (Callback, error) {
	list, err := s.callbacks(ctx, `WHERE c.seq = ?`, seq)
	if err == nil && len(list) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Callback{}, fmt.Errorf("callback %d: %w", seq, err)
	}
	return list[0], nil
}

func (s *Store) callbacks(ctx context.Context, where string, args ...any) ([]Callback, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT
		c.seq, p.merchant, p.kind, p.id, p.callback_url, c.status, c.created_at, c.next_at, a.at, a.status, a.error
		FROM (SELECT c.* FROM callbacks c `+where+`) c JOIN payments p ON p.seq = c.payment
		LEFT JOIN attempts a ON a.callback = c.seq ORDER BY c.seq, a.rowid`, args...)
	if err != nil {
		return nil, fmt.Errorf("callbacks: %w", err)
	}
	defer rows.Close()
	var list []Callback
	for rows.Next() {
		var c Callback
		var created int64
		var next, at, status sql.NullInt64
		var failure sql.NullString
		if err := rows.Scan(&c.Seq, &c.Merchant, &c.Kind, &c.ID, &c.URL, &c.Status, &created, &next, &at, &status, &failure); err != nil {
			return nil, fmt.Errorf("callbacks: %w", err)
		}
		c.CreatedAt = time.UnixMilli(created)
		if next.Valid {
			c.NextAt = time.UnixMilli(next.Int64)
		}
		if n := len(list); n == 0 || list[n-1].Seq != c.Seq {
			list = append(list, c)
		}
		if at.Valid {
			last := &list[len(list)-1]
			last.Attempts = append(last.Attempts, Attempt{time.UnixMilli(at.Int64), int(status.Int64), failure.String})
		}
	}
	return list, rows.Err()
}

// Attempted records a delivery and when the next one is due; a zero time ends
// the callback.
func (s *Store) Attempted(ctx context.Context, callback int64, a Attempt, next time.Time) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO attempts (callback, at, status, error) VALUES (?, ?, ?, ?)`,
			callback, a.At.UnixMilli(), a.Status, a.Error)
		if err != nil {
			return fmt.Errorf("keep attempt: %w", err)
		}
		return schedule(ctx, tx, callback, next)
	})
}

// Resend makes a callback due at the time, however it ended.
func (s *Store) Resend(ctx context.Context, callback int64, at time.Time) error {
	return s.atomically(ctx, func(tx *sql.Tx) error { return schedule(ctx, tx, callback, at) })
}

func schedule(ctx context.Context, tx *sql.Tx, callback int64, at time.Time) error {
	next := sql.NullInt64{Int64: at.UnixMilli(), Valid: !at.IsZero()}
	if _, err := tx.ExecContext(ctx, `UPDATE callbacks SET next_at = ? WHERE seq = ?`, next, callback); err != nil {
		return fmt.Errorf("schedule callback: %w", err)
	}
	return nil
}

// NextAt is when the next transition or delivery is due, zero if none is.
func (s *Store) NextAt(ctx context.Context) (time.Time, error) {
	var at sql.NullInt64
	err := s.db.QueryRowContext(ctx, `SELECT min(at) FROM (SELECT min(at) AS at FROM transitions WHERE told = 0
		UNION ALL SELECT min(next_at) FROM callbacks WHERE next_at IS NOT NULL)`).Scan(&at)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, fmt.Errorf("next due: %w", err)
	}
	if !at.Valid {
		return time.Time{}, nil
	}
	return time.UnixMilli(at.Int64), nil
}
