package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// execer is the database or a transaction.
type execer interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}

// exec runs a statement. what describes it in errors.
func exec(ctx context.Context, db execer, what, statement string, args ...any) error {
	if _, err := db.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// row is one row of a result.
type row interface{ Scan(to ...any) error }

// query lists what scan reads from each row. what describes it in errors.
func query[T any](ctx context.Context, s *Store, what string, scan func(row, *T) error, query string, args ...any) ([]T, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		var read T
		if err := scan(rows, &read); err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		list = append(list, read)
	}
	return list, rows.Err()
}

// instant reads a column with a time; NULL is the zero time.
type instant struct{ to *time.Time }

func (i instant) Scan(value any) error {
	if ms, ok := value.(int64); ok {
		*i.to = time.UnixMilli(ms)
	}
	return nil
}

// changed is ErrExists if a statement that avoids a conflict changed nothing.
func changed(result sql.Result) error {
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrExists, err)
	}
	return nil
}
