package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Callback is one notification of a status change.
type Callback struct {
	Seq       int64
	Merchant  string
	Kind, ID  string
	URL       string // where it goes
	TellsID   string // the id it tells
	Note      string // what is unusual about it
	Status    string
	CreatedAt time.Time
	NextAt    time.Time // zero: delivered or given up
	Attempts  []Attempt
}

// Attempt is one delivery of a callback. Status is 0 if no answer came.
type Attempt struct {
	At       time.Time
	Status   int
	Error    string
	Request  string // as it was sent
	Response string // as much of the answer as is kept
	Took     int64  // milliseconds
}

// Accepted reports whether the listener accepted the callback.
func (a Attempt) Accepted() bool { return a.Error == "" && a.Status/100 == 2 }

// Delivered reports whether the listener accepted the last attempt.
func (c Callback) Delivered() bool {
	return len(c.Attempts) > 0 && c.Attempts[len(c.Attempts)-1].Accepted()
}

// State says in words how far the callback is.
func (c Callback) State() string {
	switch {
	case c.Delivered() && c.NextAt.IsZero():
		return "delivered"
	case !c.NextAt.IsZero():
		return "due"
	case len(c.Attempts) == 0:
		return "held back"
	}
	return "given up"
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
	attempts, err := query(ctx, s, "callbacks", scanAttempt, `SELECT
		c.seq, p.merchant, p.kind, p.id, iif(c.url = '', p.callback_url, c.url), iif(c.tells_id = '', p.id, c.tells_id), c.note,
		c.status, c.created_at, c.next_at, a.at, coalesce(a.status, 0), coalesce(a.error, ''), coalesce(a.request, ''),
		coalesce(a.response, ''), coalesce(a.took, 0)
		FROM (SELECT c.* FROM callbacks c `+where+`) c JOIN payments p ON p.seq = c.payment
		LEFT JOIN attempts a ON a.callback = c.seq ORDER BY c.seq, a.rowid`, args...)
	var list []Callback
	for _, c := range attempts {
		if n := len(list); n > 0 && list[n-1].Seq == c.Seq {
			list[n-1].Attempts = append(list[n-1].Attempts, c.Attempts...)
			continue
		}
		list = append(list, c)
	}
	return list, err
}

// scanAttempt reads a callback with one of its attempts, or without any.
func scanAttempt(r row, c *Callback) error {
	var a Attempt
	err := r.Scan(&c.Seq, &c.Merchant, &c.Kind, &c.ID, &c.URL, &c.TellsID, &c.Note, &c.Status,
		instant{&c.CreatedAt}, instant{&c.NextAt}, instant{&a.At}, &a.Status, &a.Error, &a.Request, &a.Response, &a.Took)
	if !a.At.IsZero() {
		c.Attempts = []Attempt{a}
	}
	return err
}

// Attempted records a delivery and when the next one is due; a zero time ends
// the callback.
func (s *Store) Attempted(ctx context.Context, callback int64, a Attempt, next time.Time) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		err := exec(ctx, tx, "keep attempt", `INSERT INTO attempts (callback, at, status, error, request, response, took)
			VALUES (?, ?, ?, ?, ?, ?, ?)`, callback, a.At.UnixMilli(), a.Status, a.Error, a.Request, a.Response, a.Took)
		if err != nil {
			return err
		}
		return schedule(ctx, tx, callback, next)
	})
}

// Resend makes a callback due at the time, however it ended.
func (s *Store) Resend(ctx context.Context, callback int64, at time.Time) error {
	return schedule(ctx, s.db, callback, at)
}

func schedule(ctx context.Context, db execer, callback int64, at time.Time) error {
	next := sql.NullInt64{Int64: at.UnixMilli(), Valid: !at.IsZero()}
	return exec(ctx, db, "schedule callback", `UPDATE callbacks SET next_at = ? WHERE seq = ?`, next, callback)
}

// NextAt is when the next transition or delivery is due, zero if none is.
func (s *Store) NextAt(ctx context.Context) (time.Time, error) {
	var at time.Time
	err := s.db.QueryRowContext(ctx, `SELECT min(at) FROM (SELECT min(at) AS at FROM transitions WHERE told = 0
		UNION ALL SELECT min(next_at) FROM callbacks WHERE next_at IS NOT NULL)`).Scan(instant{&at})
	if err != nil {
		return time.Time{}, fmt.Errorf("next due: %w", err)
	}
	return at, nil
}
