package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

func insertTransitions(ctx context.Context, tx *sql.Tx, payment int64, plan []Transition) error {
	for _, t := range plan {
		err := exec(ctx, tx, "plan "+t.Status, `INSERT INTO transitions (payment, at, status, reason, cause) VALUES (?, ?, ?, ?, ?)`,
			payment, t.At.UnixMilli(), t.Status, t.Reason, t.Cause)
		if err != nil {
			return err
		}
	}
	return nil
}

// Move replaces the plan after now by another one. What has happened stays.
func (s *Store) Move(ctx context.Context, p Payment, now time.Time, plan ...Transition) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		if err := exec(ctx, tx, "move", `DELETE FROM transitions WHERE payment = ? AND at > ?`, p.Seq, now.UnixMilli()); err != nil {
			return err
		}
		return insertTransitions(ctx, tx, p.Seq, plan)
	})
}

// Transitions lists a payment's past and planned transitions, in order.
func (s *Store) Transitions(ctx context.Context, p Payment) ([]Transition, error) {
	return query(ctx, s, "transitions", scanTransition,
		`SELECT seq, at, status, reason, cause FROM transitions WHERE payment = ? ORDER BY at, seq`, p.Seq)
}

func scanTransition(r row, t *Transition) error {
	return r.Scan(&t.Seq, instant{&t.At}, &t.Status, &t.Reason, &t.Cause)
}

const stateAt = `SELECT seq, at, status, reason, cause FROM transitions
	WHERE payment = ? AND at <= ? ORDER BY at DESC, seq DESC LIMIT 1`

// State is the last transition whose time has come.
func (s *Store) State(ctx context.Context, p Payment, now time.Time) (Transition, error) {
	var t Transition
	last, err := s.statement(ctx, stateAt)
	if err == nil {
		err = scanTransition(last.QueryRowContext(ctx, p.Seq, now.UnixMilli()), &t)
	}
	if err != nil {
		return Transition{}, fmt.Errorf("state of %q: %w", p.ID, err)
	}
	return t, nil
}
