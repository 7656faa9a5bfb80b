package store

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Filter narrows a list of payments. Empty fields narrow nothing.
type Filter struct {
	Kind, Merchant, Currency, Status string
	Search                           string // part of the id, the method, or the amount with its currency
	Limit                            int    // 0: all
}

// Listed is a payment with its status.
type Listed struct {
	Payment
	Status string
}

// Payments lists payments with their status at the time, newest first.
func (s *Store) Payments(ctx context.Context, f Filter, now time.Time) ([]Listed, error) {
	like := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(f.Search) + "%"
	if f.Limit == 0 {
		f.Limit = -1
	}
	rows, err := s.db.QueryContext(ctx, `SELECT * FROM (SELECT `+paymentColumns+`,
			(SELECT t.status FROM transitions t WHERE t.payment = p.seq AND t.at <= ?5 ORDER BY t.at DESC, t.seq DESC LIMIT 1) AS status
		FROM payments p
		WHERE (?1 = '' OR kind = ?1) AND (?2 = '' OR merchant = ?2) AND (?7 = '' OR currency = ?7)
		AND (id LIKE ?3 ESCAPE '\' OR method LIKE ?3 ESCAPE '\' OR amount || ' ' || currency LIKE ?3 ESCAPE '\'))
		WHERE ?6 = '' OR status = ?6 ORDER BY seq DESC LIMIT ?4`,
		f.Kind, f.Merchant, like, f.Limit, now.UnixMilli(), f.Status, f.Currency)
	if err != nil {
		return nil, fmt.Errorf("list payments: %w", err)
	}
	defer rows.Close()
	var list []Listed
	for rows.Next() {
		var l Listed
		if l.Payment, err = scanPayment(rowWith{rows, &l.Status}); err != nil {
			return nil, fmt.Errorf("list payments: %w", err)
		}
		list = append(list, l)
	}
	return list, rows.Err()
}

// rowWith scans one further column.
type rowWith struct {
	row interface{ Scan(...any) error }
	to  any
}

func (r rowWith) Scan(to ...any) error { return r.row.Scan(append(to, r.to)...) }
