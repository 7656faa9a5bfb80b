package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Change is a change of a payment's status that has come due.
type Change struct {
	Payment     int64 // its Seq
	Kind, ID    string
	Status      string
	CallbackURL string
	Steering    string // what steers it besides its id
	At          time.Time
	unheard     bool // nobody was told of this status
}

// Emission is one callback of a change.
type Emission struct {
	At      time.Time // when it is due; zero holds it back
	URL     string    // where it goes, if not to the payment's callbackUrl
	TellsID string    // the id it tells, if not the payment's
	Note    string    // what is unusual about it
	// Frees makes callbacks of the same payment due at FreesAt that are held
	// back with this note.
	Frees   string
	FreesAt time.Time
}

// Emit makes the callbacks of all transitions that have come due and have none
// yet, as emissions says. A transition to the same status changes nothing and
// gets no callback.
func (s *Store) Emit(ctx context.Context, now time.Time, emissions func(Change) []Emission) error {
	due, err := s.due(ctx, now)
	if err != nil || len(due) == 0 {
		return err
	}
	return s.atomically(ctx, func(tx *sql.Tx) error {
		for _, c := range due {
			if err := c.tell(ctx, tx); err != nil {
				return err
			}
			if !c.unheard {
				continue
			}
			for _, e := range emissions(c.Change) {
				if err := emit(ctx, tx, c.Change, e); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// dueChange is a transition that has come due, and whether anybody is told.
type dueChange struct {
	Change
	transition int64
}

func (c dueChange) tell(ctx context.Context, tx *sql.Tx) error {
	return exec(ctx, tx, "emit callbacks", `UPDATE transitions SET told = 1 WHERE seq = ?`, c.transition)
}

func (s *Store) due(ctx context.Context, now time.Time) ([]dueChange, error) {
	scan := func(r row, c *dueChange) error {
		return r.Scan(&c.transition, &c.Payment, &c.Kind, &c.ID, &c.Status, &c.CallbackURL, &c.Steering, instant{&c.At}, &c.unheard)
	}
	return query(ctx, s, "due changes", scan, `SELECT t.seq, t.payment, p.kind, p.id, t.status, p.callback_url, `+steeringOfP+`, t.at,
			p.callback_url <> '' AND t.status <>
				coalesce((SELECT b.status FROM transitions b WHERE b.payment = t.payment AND (b.at, b.seq) < (t.at, t.seq)
					ORDER BY b.at DESC, b.seq DESC LIMIT 1), t.status)
		FROM transitions t JOIN payments p ON p.seq = t.payment WHERE t.told = 0 AND t.at <= ? ORDER BY t.at, t.seq`, now.UnixMilli())
}

func emit(ctx context.Context, db execer, c Change, e Emission) error {
	next := sql.NullInt64{Int64: e.At.UnixMilli(), Valid: !e.At.IsZero()}
	err := exec(ctx, db, "emit callback", `INSERT INTO callbacks (payment, status, created_at, next_at, url, tells_id, note)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, c.Payment, c.Status, c.At.UnixMilli(), next, e.URL, e.TellsID, e.Note)
	if err != nil || e.Frees == "" {
		return err
	}
	return exec(ctx, db, "free callbacks", `UPDATE callbacks SET next_at = ? WHERE payment = ? AND next_at IS NULL AND note = ?`,
		e.FreesAt.UnixMilli(), c.Payment, e.Frees)
}

// AddCallback makes a callback of a payment's status that no change asked for,
// and returns its number.
func (s *Store) AddCallback(ctx context.Context, p Payment, status string, now time.Time, e Emission) (seq int64, err error) {
	err = s.atomically(ctx, func(tx *sql.Tx) error {
		if err := emit(ctx, tx, Change{Payment: p.Seq, Status: status, At: now}, e); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `SELECT max(seq) FROM callbacks`).Scan(&seq); err != nil {
			return fmt.Errorf("add callback: %w", err)
		}
		return nil
	})
	return seq, err
}
