package store

import (
	"context"
	"fmt"
)

// AddKey registers a merchant's public key, PEM.
func (s *Store) AddKey(ctx context.Context, merchant, pem string) error {
	const add = `INSERT INTO merchant_keys (merchant, pem) VALUES (?, ?) ON CONFLICT DO NOTHING`
	if _, err := s.db.ExecContext(ctx, add, merchant, pem); err != nil {
		return fmt.Errorf("register key: %w", err)
	}
	return nil
}

// Keys lists a merchant's registered public keys, PEM.
func (s *Store) Keys(ctx context.Context, merchant string) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT pem FROM merchant_keys WHERE merchant = ? ORDER BY rowid`, merchant)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var pem string
		if err := rows.Scan(&pem); err != nil {
			return nil, fmt.Errorf("keys: %w", err)
		}
		list = append(list, pem)
	}
	return list, rows.Err()
}
