package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"
)

// aged are all columns with a time.
var aged = []struct{ table, column string }{
	{"payments", "created_at"}, {"transitions", "at"}, {"callbacks", "created_at"}, {"callbacks", "next_at"}, {"attempts", "at"},
	{"calls", "at"}, {"shop_orders", "created_at"}, {"shop_callbacks", "at"},
}

const movedSetting = "moved" // milliseconds

// Age makes everything in the store older by d, and returns the total so far.
func (s *Store) Age(ctx context.Context, d time.Duration) (time.Duration, error) {
	before, err := s.Aged(ctx)
	if err != nil {
		return 0, err
	}
	total := before + d
	err = s.atomically(ctx, func(tx *sql.Tx) error {
		for _, a := range aged {
			err := exec(ctx, tx, "age "+a.table, `UPDATE `+a.table+` SET `+a.column+` = `+a.column+` - ?`, d.Milliseconds())
			if err != nil {
				return err
			}
		}
		return setSetting(ctx, tx, movedSetting, strconv.AppendInt(nil, total.Milliseconds(), 10))
	})
	return total, err
}

// Aged is how far everything was aged in total.
func (s *Store) Aged(ctx context.Context) (time.Duration, error) {
	value, err := s.Setting(ctx, movedSetting)
	if err != nil || value == nil {
		return 0, err
	}
	moved, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("setting %s: %w", movedSetting, err)
	}
	return time.Duration(moved) * time.Millisecond, nil
}
