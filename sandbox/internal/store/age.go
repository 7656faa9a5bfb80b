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

// aged is what a move by ?1 at ?4 changes, within a scope: ?2 is its merchant and ?3 its
// id. What is to come comes nearer, and at once if its time is past; what has happened
// keeps its time.
var aged = []struct{ table, change, within string }{
	{"payments", "created_at = created_at - ?1", ofScope}, // what its deadline counts from
	{"transitions", "at = max(at - ?1, ?4)", "at > ?4 AND payment IN (" + scoped + ")"},
	{"callbacks", "created_at = created_at - ?1, next_at = next_at - ?1", "payment IN (" + scoped + ")"}, // when it is given up, and due
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

// Age lets d pass at once for what the scope has.
func (s *Store) Age(ctx context.Context, scope Scope, d time.Duration, now time.Time) error {
	all, err := s.Aged(ctx)
	if err != nil {
		return err
	}
	total := all[scope] + d
	return s.atomically(ctx, func(tx *sql.Tx) error {
		for _, a := range aged {
			err := exec(ctx, tx, "age "+a.table, `UPDATE `+a.table+` SET `+a.change+` WHERE `+a.within,
				d.Milliseconds(), scope.Merchant, scope.ID, now.UnixMilli())
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
