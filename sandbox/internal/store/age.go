package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Scope is one merchant, one payment, or both; the zero value is everything.
type Scope struct{ Merchant, ID string }

// aged are all columns with a time, and which of their rows belong to a scope:
// ?2 is its merchant and ?3 its id.
var aged = []struct{ table, column, within string }{
	{"payments", "created_at", ofScope},
	{"transitions", "at", "payment IN (" + scoped + ")"},
	{"callbacks", "created_at", "payment IN (" + scoped + ")"},
	{"callbacks", "next_at", "payment IN (" + scoped + ")"},
	{"attempts", "at", "callback IN (SELECT seq FROM callbacks WHERE payment IN (" + scoped + "))"},
	{"calls", "at", ofScope},
	{"shop_orders", "created_at", "(?2 = '' OR json_extract(CAST(document AS TEXT), '$.Merchant') = ?2) AND (?3 = '' OR id = ?3)"},
	{"shop_callbacks", "at", "id IN (SELECT id FROM payments WHERE " + ofScope + ")"},
}

const (
	ofScope = "(?2 = '' OR merchant = ?2) AND (?3 = '' OR id = ?3)"
	scoped  = "SELECT seq FROM payments WHERE " + ofScope
)

const movedSetting = "moved" // milliseconds

// setting is the name under which the scope's moves are kept.
func (s Scope) setting() string {
	if s == (Scope{}) {
		return movedSetting
	}
	return movedSetting + "/" + s.Merchant + "/" + s.ID
}

// Age makes what the scope has older by d.
func (s *Store) Age(ctx context.Context, scope Scope, d time.Duration) error {
	all, err := s.Aged(ctx)
	if err != nil {
		return err
	}
	total := all[scope] + d
	return s.atomically(ctx, func(tx *sql.Tx) error {
		for _, a := range aged {
			where := ""
			if scope != (Scope{}) {
				where = " WHERE " + a.within
			}
			err := exec(ctx, tx, "age "+a.table, `UPDATE `+a.table+` SET `+a.column+` = `+a.column+` - ?1`+where,
				d.Milliseconds(), scope.Merchant, scope.ID)
			if err != nil {
				return err
			}
		}
		return setSetting(ctx, tx, scope.setting(), strconv.AppendInt(nil, total.Milliseconds(), 10))
	})
}

// Aged is how far each scope was aged in total, without the others that it
// belongs to.
func (s *Store) Aged(ctx context.Context) (map[Scope]time.Duration, error) {
	type move struct {
		scope Scope
		by    time.Duration
	}
	list, err := query(ctx, s, "moves", func(r row, to *move) error {
		var key string
		var value []byte
		if err := r.Scan(&key, &value); err != nil {
			return err
		}
		if text, ok := strings.CutPrefix(key, movedSetting+"/"); ok {
			to.scope.Merchant, to.scope.ID, _ = strings.Cut(text, "/")
		}
		moved, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil {
			return fmt.Errorf("setting %s: %w", key, err)
		}
		to.by = time.Duration(moved) * time.Millisecond
		return nil
	}, `SELECT key, value FROM settings WHERE key = ?1 OR key LIKE ?1 || '/%'`, movedSetting)
	all := map[Scope]time.Duration{}
	for _, m := range list {
		all[m.scope] = m.by
	}
	return all, err
}
