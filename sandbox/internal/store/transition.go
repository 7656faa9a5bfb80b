package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

func insertTransitions(ctx context.Context, tx *sql.Tx, payment int64, plan []Transition) error {
	for _, t := range plan {
		_, err := tx.ExecContext(ctx, `INSERT INTO transitions (payment, at, status, reason, cause) VALUES (?, ?, ?, ?, ?)`,
			payment, t.At.UnixMilli(), t.Status, t.Reason, t.Cause)
		if err != nil {
			return fmt.Errorf("plan %s: %w", t.Status, err)
		}
	}
	return nil
}

// Move replaces the plan after now by another one. What has happened stays.
func (s *Store) Move(ctx context.Context, p Payment, now time.Time, plan ...Transition) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM transitions WHERE payment = ? AND at > ?`, p.Seq, now.UnixMilli()); err != nil {
			return fmt.Errorf("move: %w", err)
		}
		return insertTransitions(ctx, tx, p.Seq, plan)
	})
}

// Transitions lists a payment's past and planned transitions, in order.
func (s *Store) Transitions(ctx context.Context, p Payment) ([]Transition, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT seq, at, status, reason, cause FROM transitions WHERE payment = ? ORDER BY at, seq`, p.Seq)
	if err != nil {
		return nil, fmt.Errorf("transitions: %w", err)
	}
	defer rows.Close()
	var list []Transition
	for rows.Next() {
		var t Transition
		var at int64
		if err := rows.Scan(&t.Seq, &at, &t.Status, &t.Reason, &t.Cause); err != nil {
			return nil, fmt.Errorf("transitions: %w", err)
		}
		t.At = time.UnixMilli(at)
		list = append(list, t)
	}
	return list, rows.Err()
}

const stateAt = `SELECT seq, at, status, reason, cause FROM transitions
	WHERE payment = ? AND at <= ? ORDER BY at DESC, seq DESC LIMIT 1`

// State is the last transition whose time has come.
func (s *Store) State(ctx context.Context, p Payment, now time.Time) (Transition, error) {
	var t Transition
	var at int64
	last, err := s.statement(ctx, stateAt)
	if err == nil {
		err = last.QueryRowContext(ctx, p.Seq, now.UnixMilli()).Scan(&t.Seq, &at, &t.Status, &t.Reason, &t.Cause)
	}
	if err != nil {
		return Transition{}, fmt.Errorf("state of %q: %w", p.ID, err)
	}
	t.At = time.UnixMilli(at)
	return t, nil
}
