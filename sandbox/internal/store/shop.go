package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Received is a callback that the demo shop got.
type Received struct {
	At   time.Time
	Text string
}

// SaveOrder stores the demo shop's data of an order.
func (s *Store) SaveOrder(ctx context.Context, id string, at time.Time, document []byte) error {
	return exec(ctx, s.db, "shop order", `INSERT INTO shop_orders (id, created_at, document) VALUES (?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET document = excluded.document`, id, at.UnixMilli(), document)
}

// Order reads an order of the demo shop, or ErrNotFound.
func (s *Store) Order(ctx context.Context, id string) ([]byte, error) {
	var document []byte
	err := s.db.QueryRowContext(ctx, `SELECT document FROM shop_orders WHERE id = ?`, id).Scan(&document)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("shop order %q: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("shop order: %w", err)
	}
	return document, nil
}

// receivedKept is how many callbacks the shop keeps: anybody can send them.
const receivedKept = 2000

// AddReceived stores a callback that the demo shop got, and removes the oldest.
func (s *Store) AddReceived(ctx context.Context, id string, r Received) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO shop_callbacks (id, at, text) VALUES (?, ?, ?)`, id, r.At.UnixMilli(), r.Text)
		if err != nil {
			return fmt.Errorf("shop callback: %w", err)
		}
		seq, err := result.LastInsertId()
		if err != nil {
			return fmt.Errorf("shop callback: %w", err)
		}
		return exec(ctx, tx, "trim shop callbacks", `DELETE FROM shop_callbacks WHERE seq <= ?`, seq-receivedKept)
	})
}

// ReceivedFor lists the callbacks that the demo shop got about an order.
func (s *Store) ReceivedFor(ctx context.Context, id string) ([]Received, error) {
	scan := func(r row, c *Received) error { return r.Scan(instant{&c.At}, &c.Text) }
	return query(ctx, s, "shop callbacks", scan, `SELECT at, text FROM shop_callbacks WHERE id = ? ORDER BY seq`, id)
}
