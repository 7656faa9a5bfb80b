package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// CallFilter filters a list of calls. Empty fields have no effect.
type CallFilter struct {
	ID        string // of the payment
	Kind      string // of the payment; token calls and refusals without one fit all
	Merchant  string // authenticated, or named by a call that wasn't
	Operation string
	Status    string // of HTTP: "403", "4xx", or "refused" for all that weren't done (Call.Refused)
	Before    int64  // only calls older than this Seq
	After     int64  // only calls newer than this Seq
	Limit     int    // 0: all
}

const callColumns = `seq, at, merchant, claimed, kind, id, operation, method, path, request, status, response, detail`

func scanCall(r row, c *Call) error {
	var detail []byte
	err := r.Scan(&c.Seq, instant{&c.At}, &c.Merchant, &c.Claimed, &c.Kind, &c.ID, &c.Operation, &c.Method, &c.Path,
		&c.Request, &c.Status, &c.Response, &detail)
	if err != nil {
		return err
	}
	return json.Unmarshal(detail, &c.CallDetail)
}

// Calls lists calls, newest first.
func (s *Store) Calls(ctx context.Context, f CallFilter) ([]Call, error) {
	if f.Limit == 0 {
		f.Limit = -1
	}
	return query(ctx, s, "calls", scanCall, `SELECT `+callColumns+` FROM calls
		WHERE (?1 = '' OR id = ?1) AND (?2 = '' OR merchant = ?2 OR merchant = '' AND claimed IN (?2, '') AND (?1 <> '' OR claimed <> ''))
		AND (?3 = '' OR operation = ?3) AND (?4 = 0 OR seq < ?4) AND seq > ?5 AND (?8 = '' OR kind IN (?8, ''))
		AND CASE WHEN ?6 = '' THEN TRUE WHEN ?6 = 'refused'
			THEN status = 0 OR status >= 400 AND NOT (method = 'GET' AND json_extract(detail, '$.why.check') IS '`+NoPayment+`')
			WHEN ?6 LIKE '_xx' THEN status / 100 = CAST(substr(?6, 1, 1) AS INTEGER) ELSE CAST(status AS TEXT) = ?6 END
		ORDER BY seq DESC LIMIT ?7`, f.ID, f.Merchant, f.Operation, f.Before, f.After, f.Status, f.Limit, f.Kind)
}

// Call is one call by its number, or ErrNotFound.
func (s *Store) Call(ctx context.Context, seq int64) (c Call, err error) {
	err = scanCall(s.db.QueryRowContext(ctx, `SELECT `+callColumns+` FROM calls WHERE seq = ?`, seq), &c)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return Call{}, fmt.Errorf("call %d: %w", seq, err)
	}
	return c, nil
}
