package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

const steeredBy = `SELECT words, cause FROM steered WHERE merchant = ? AND kind = ? AND id = ?`

// Steered is what steers a payment besides its id, and what gave it that.
func (s *Store) Steered(ctx context.Context, merchant, kind, id string) (words, cause string, err error) {
	find, err := s.statement(ctx, steeredBy)
	if err == nil {
		err = find.QueryRowContext(ctx, merchant, kind, id).Scan(&words, &cause)
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", "", fmt.Errorf("steering of %q: %w", id, err)
	}
	return words, cause, nil
}

// SetSteered stores it.
func (s *Store) SetSteered(ctx context.Context, merchant, kind, id, words, cause string) error {
	return exec(ctx, s.db, "steer", `INSERT INTO steered (merchant, kind, id, words, cause) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (merchant, kind, id) DO UPDATE SET words = excluded.words, cause = excluded.cause`, merchant, kind, id, words, cause)
}

// NobodySteered reports whether no payment is steered by anything but its id.
func (s *Store) NobodySteered(ctx context.Context) (none bool, err error) {
	if err := s.db.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM steered)`).Scan(&none); err != nil {
		return false, fmt.Errorf("steering: %w", err)
	}
	return none, nil
}
