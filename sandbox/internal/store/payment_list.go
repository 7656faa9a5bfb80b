package store

import (
	"context"
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

// Listed is a payment with its status, what follows by itself, and its last callback.
type Listed struct {
	Payment
	Status   string
	Next     string    // the status that is planned, "" if none is
	NextAt   time.Time // when
	Callback int64     // 0: there is none
	Attempts int       // to deliver it
	Answer   int       // the last attempt's, 0 without one
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
	const next = ` FROM transitions t WHERE t.payment = listed.seq AND t.at > ?5 ORDER BY t.at, t.seq LIMIT 1)`
	const last = `(SELECT max(c.seq) FROM callbacks c WHERE c.payment = listed.seq)`
	return query(ctx, s, "list payments", scanListed, `
		SELECT *, coalesce((SELECT t.status`+next+`, ''), (SELECT t.at`+next+`, coalesce(`+last+`, 0),
			(SELECT count(*) FROM attempts a WHERE a.callback = `+last+`),
			coalesce((SELECT a.status FROM attempts a WHERE a.callback = `+last+` ORDER BY a.rowid DESC LIMIT 1), 0)
		FROM (SELECT `+paymentColumns+`,
			(SELECT t.status FROM transitions t WHERE t.payment = p.seq AND t.at <= ?5 ORDER BY t.at DESC, t.seq DESC LIMIT 1) AS status
		FROM payments p
		WHERE (?1 = '' OR kind = ?1) AND (?2 = '' OR merchant = ?2) AND (?7 = '' OR currency = ?7)
		AND (?8 = 0 OR seq < ?8) AND (?3 = '%%' OR `+found+`)) AS listed
		WHERE ?6 = '' OR status = ?6 ORDER BY seq DESC LIMIT ?4`,
		f.Kind, f.Merchant, like, f.Limit, now.UnixMilli(), f.Status, f.Currency, f.Before)
}

func scanListed(r row, l *Listed) error {
	return r.Scan(append(l.columns(), &l.Status, &l.Next, instant{&l.NextAt}, &l.Callback, &l.Attempts, &l.Answer)...)
}
