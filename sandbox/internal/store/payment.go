package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// The kinds of payment.
const (
	Payin  = "payin"
	Payout = "payout"
)

// Payment is what is fixed at its creation, and two facts added later by
// people: the external Reference, and that the customer Paid. It has a field for
// each column of its table, and for what steers it.
type Payment struct {
	Seq         int64
	Kind, ID    string
	Merchant    string
	Method      string
	Amount      string
	Currency    string
	CallbackURL string
	ReturnURL   string
	Play        string
	Reference   string
	Paid        bool
	Steering    string    // what steers it besides its id: directives
	CreatedAt   time.Time // what its deadline counts from: a move of its clock makes it earlier
	MadeAt      time.Time // when it was created
	Request     []byte    // the creation's body
	Response    []byte    // what its answer held
}

// Moved is how far its clock was moved since it was created.
func (p Payment) Moved() time.Duration { return p.MadeAt.Sub(p.CreatedAt) }

// Transition is one change of a payment's status. One in the future is a plan,
// which anything that happens before may replace.
type Transition struct {
	Seq    int64
	At     time.Time
	Status string
	Reason string
	Cause  string
}

const paymentColumns = `seq, kind, id, merchant, method, amount, currency, callback_url, return_url, play,
	reference, paid, created_at, ` + madeAtOfP + `, request, response, ` + steeringOfP

// madeAtOfP is when the payment p got its first status.
const madeAtOfP = `coalesce((SELECT min(first.at) FROM transitions first WHERE first.payment = p.seq), p.created_at)`

// steeringOfP is what steers the payment p.
const steeringOfP = `coalesce((SELECT words FROM steered w WHERE w.merchant = p.merchant AND w.kind = p.kind AND w.id = p.id), '')`

// columns are where paymentColumns are scanned to.
func (p *Payment) columns() []any {
	return []any{
		&p.Seq, &p.Kind, &p.ID, &p.Merchant, &p.Method, &p.Amount, &p.Currency, &p.CallbackURL, &p.ReturnURL, &p.Play,
		&p.Reference, &p.Paid, instant{&p.CreatedAt}, instant{&p.MadeAt}, &p.Request, &p.Response, &p.Steering,
	}
}

// scanPayment reads one payment. what describes it in errors.
func scanPayment(r row, what string) (p Payment, err error) {
	if err = r.Scan(p.columns()...); errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return Payment{}, fmt.Errorf("%s: %w", what, err)
	}
	return p, nil
}

// Create stores a new payment with its plan. It returns ErrExists if its
// merchant has used the id before.
func (s *Store) Create(ctx context.Context, p Payment, plan []Transition) error {
	return s.atomically(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO payments
			(kind, id, merchant, method, amount, currency, callback_url, return_url, play, created_at, request, response)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (merchant, kind, id) DO NOTHING`,
			p.Kind, p.ID, p.Merchant, p.Method, p.Amount, p.Currency, p.CallbackURL, p.ReturnURL, p.Play,
			p.CreatedAt.UnixMilli(), p.Request, p.Response)
		if err != nil {
			return fmt.Errorf("create %s: %w", p.Kind, err)
		}
		if err := changed(result); err != nil {
			return err
		}
		seq, err := result.LastInsertId()
		if err != nil {
			return fmt.Errorf("create %s: %w", p.Kind, err)
		}
		return insertTransitions(ctx, tx, seq, plan)
	})
}

const paymentByID = `SELECT ` + paymentColumns + ` FROM payments p
	WHERE kind = ?1 AND id = ?2 AND (?3 = '' OR merchant = ?3) ORDER BY seq DESC LIMIT 1`

// Payment finds a merchant's payment by kind and id, or ErrNotFound. Without a
// merchant it is the newest with that id, of any merchant.
func (s *Store) Payment(ctx context.Context, merchant, kind, id string) (Payment, error) {
	find, err := s.statement(ctx, paymentByID)
	if err != nil {
		return Payment{}, fmt.Errorf("%s %q: %w", kind, id, err)
	}
	return scanPayment(find.QueryRowContext(ctx, kind, id, merchant), fmt.Sprintf("%s %q", kind, id))
}

// MerchantsOf are the merchants that have a payment of this kind with this id.
func (s *Store) MerchantsOf(ctx context.Context, kind, id string) ([]string, error) {
	return query(ctx, s, "merchants of "+kind, func(r row, to *string) error { return r.Scan(to) },
		`SELECT DISTINCT merchant FROM payments WHERE kind = ? AND id = ? ORDER BY merchant`, kind, id)
}

// PaymentByPlay finds a payment by the secret word in its bank page's address,
// or ErrNotFound.
func (s *Store) PaymentByPlay(ctx context.Context, play string) (Payment, error) {
	return scanPayment(s.db.QueryRowContext(ctx, `SELECT `+paymentColumns+` FROM payments p WHERE play = ?`, play), "bank page")
}

// SetReference stores the external payment reference. It returns ErrExists if
// there is another one.
func (s *Store) SetReference(ctx context.Context, p Payment, reference string) error {
	result, err := s.db.ExecContext(ctx, `UPDATE payments SET reference = ?1 WHERE seq = ?2 AND reference IN ('', ?1)`, reference, p.Seq)
	if err != nil {
		return fmt.Errorf("set reference: %w", err)
	}
	return changed(result)
}

// SetPaid stores that the customer paid.
func (s *Store) SetPaid(ctx context.Context, p Payment) error {
	return exec(ctx, s.db, "set paid", `UPDATE payments SET paid = 1 WHERE seq = ?`, p.Seq)
}
