package store

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Filter filters a list of payments. Empty fields have no effect.
type Filter struct {
	Kind, Merchant, Currency, Status string
	// Search is a part of the id, the method, the amount with its currency, or
	// of what identifies the payment or its customer in request and answer.
	Search string
	Before int64 // only payments older than this one's Seq
	Limit  int   // 0: all
}

// Listed is a payment with its status.
type Listed struct {
	Payment
	Status string
}

// found is what a search compares: the amount, with and without its currency's
// decimals, and the identifying values in the two documents.
var found = `(id LIKE ?3 ESCAPE '\' OR method LIKE ?3 ESCAPE '\' OR reference LIKE ?3 ESCAPE '\'
	OR amount || ' ' || currency LIKE ?3 ESCAPE '\'
	OR CASE WHEN instr(amount, '.') THEN rtrim(rtrim(amount, '0'), '.') ELSE amount END || ' ' || currency LIKE ?3 ESCAPE '\'
	OR EXISTS (SELECT 1 FROM json_tree(json_array(` + document("request") + `, ` + document("response") + `)) AS leaf
		WHERE leaf.atom LIKE ?3 ESCAPE '\' AND leaf.key IN ('accountName', 'accountNumber', 'phoneNumber', 'emailAddress', 'taxId',
			'identifyingReference', 'lastName', 'firstName', 'reference')))`

// document is a column that should hold JSON.
func document(column string) string {
	text := "CAST(" + column + " AS TEXT)"
	return "json(iif(json_valid(" + text + "), " + text + ", 'null'))"
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
		AND (?8 = 0 OR seq < ?8) AND (?3 = '%%' OR `+found+`))
		WHERE ?6 = '' OR status = ?6 ORDER BY seq DESC LIMIT ?4`,
		f.Kind, f.Merchant, like, f.Limit, now.UnixMilli(), f.Status, f.Currency, f.Before)
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

// rowWith scans one more column.
type rowWith struct {
	row interface{ Scan(...any) error }
	to  any
}

func (r rowWith) Scan(to ...any) error { return r.row.Scan(append(to, r.to)...) }
