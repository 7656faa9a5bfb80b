package process

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// Status values. SUCCESS and REFUSED are interface.md's; the others are
// assumed, as is that any other value means in progress.
const (
	Pending    = "PENDING"
	Processing = "PROCESSING"
	Success    = "SUCCESS"
	Refused    = "REFUSED"
	Failed     = "FAILED"
	Canceled   = "CANCELED"
	Expired    = "EXPIRED"
	Strange    = "AWAITING_STARDUST" // undocumented
)

// Statuses are the values that the console offers.
var Statuses = []string{Pending, Processing, Success, Refused, Failed, Canceled, Expired}

// Final reports whether no status follows by itself.
func Final(status string) bool {
	return slices.Contains([]string{Success, Refused, Failed, Canceled, Expired}, status)
}

// NeedsReference reports whether the gateway needs the customer's external
// reference to find the payment.
func (r *Runner) NeedsReference(p store.Payment) (bool, error) {
	m, _ := r.Methods.Find(p.Method, p.Currency)
	switch {
	case p.Reference != "":
		return false, nil
	case m.Reference == rules.ReferenceWithoutAccount:
		order, err := r.OrderOf(p)
		return order.Data[rules.AccountNumber] == "", err
	default:
		return m.Reference == rules.ReferenceAlways, nil
	}
}

// Pay plays a customer who paid: the payment is processed for a while and then
// succeeds, once it has the reference that it may need.
func (r *Runner) Pay(ctx context.Context, p store.Payment, cause string) error {
	waits, err := r.NeedsReference(p)
	if err != nil {
		return err
	}
	if err := r.Store.SetPaid(ctx, p); err != nil {
		return err
	}
	now := r.Clock.Now()
	plan := []store.Transition{{At: now, Status: Processing, Cause: cause}}
	if !waits {
		plan = append(plan, store.Transition{At: now.Add(r.processing(p)), Status: Success, Cause: "processed"})
	}
	return r.move(ctx, p, now, plan...)
}

// lateSuccess is how long after its deadline a payment made late succeeds.
const lateSuccess = 5 * time.Second

// PayDifferently plays a customer who pays half, another amount, or after the
// deadline, which passes at once then.
func (r *Runner) PayDifferently(ctx context.Context, p store.Payment, how directive.Paid, cause string) error {
	if how == directive.PaidLate {
		now := r.Clock.Now()
		return r.move(
			ctx, p, now, store.Transition{At: now, Status: Expired, Cause: "expired before " + cause},
			store.Transition{At: now.Add(lateSuccess), Status: Success, Cause: cause},
		)
	}
	words, causes, err := r.Store.Steered(ctx, p.Merchant, p.Kind, p.ID)
	if err != nil {
		return err
	}
	causes = strings.TrimPrefix(causes+", the customer", ", ")
	if err := r.Store.SetSteered(ctx, p.Merchant, p.Kind, p.ID, words+"~paid-"+string(how), causes); err != nil {
		return err
	}
	return r.Pay(ctx, p, cause)
}

// processing is how long the payment is validated.
func (r *Runner) processing(p store.Payment) time.Duration {
	return cmp.Or(directive.Parse(p.ID+p.Steering).Processing, r.Processing)
}

// Set moves a payment to a status now, whatever it was before. Only a failed
// payment gets the reason.
func (r *Runner) Set(ctx context.Context, p store.Payment, status, reason, cause string) error {
	if status == Success || !Final(status) {
		reason = ""
	}
	now := r.Clock.Now()
	return r.move(ctx, p, now, store.Transition{At: now, Status: status, Reason: reason, Cause: cause})
}

// ExpiryOf is the transition at an order's deadline, if the payment hasn't
// ended.
func ExpiryOf(o answers.Order) store.Transition {
	return store.Transition{At: o.ExpireAt(), Status: Expired, Cause: "at its expireAt"}
}

// move replaces what was planned. If a payin's new plan doesn't end it, it
// expires at its deadline, unless that has passed.
func (r *Runner) move(ctx context.Context, p store.Payment, now time.Time, plan ...store.Transition) error {
	if last := plan[len(plan)-1]; p.Kind == store.Payin && !Final(last.Status) {
		order, err := r.OrderOf(p)
		if err != nil {
			return err
		}
		if expiry := ExpiryOf(order); expiry.At.After(last.At) {
			plan = append(plan, expiry)
		}
	}
	if err := r.Store.Move(ctx, p, now, plan...); err != nil {
		return err
	}
	r.Wake()
	return nil
}

// OrderOf reads a stored creation.
func (r *Runner) OrderOf(p store.Payment) (answers.Order, error) {
	var request wire.PaymentRequest
	if err := json.Unmarshal(p.Request, &request); err != nil {
		return answers.Order{}, fmt.Errorf("kept request of %q: %w", p.ID, err)
	}
	kept, ok := body.Read(request.PaymentMethod)
	if !ok {
		return answers.Order{}, fmt.Errorf("kept request of %q: no paymentMethod", p.ID)
	}
	data := rules.Read(kept)
	method, ok := r.Methods.Find(p.Method, p.Currency)
	if !ok { // an own method of an earlier start; any kind will do
		method = rules.Method{Code: p.Method, Currency: p.Currency, Kind: rules.Redirect}
	}
	amount, err := money.Parse(p.Amount, p.Currency)
	if err != nil {
		return answers.Order{}, fmt.Errorf("kept request of %q: %w", p.ID, err)
	}
	return answers.Order{
		ID: p.ID, Method: method, Data: data, Money: amount, ReturnURL: p.ReturnURL,
		CreatedAt: p.CreatedAt, Directives: directive.Parse(p.ID + p.Steering), Strict: r.Strict,
	}, nil
}

// Why a reference is refused.
var (
	ErrEnded          = errors.New("the payment has ended without success; no reference changes that")
	ErrOtherReference = errors.New("another reference was set before")
)

// AddReference stores the reference that the customer gave, in a call or by
// phone. A payment that waited for it can then be found.
func (r *Runner) AddReference(ctx context.Context, p store.Payment, reference string) error {
	state, err := r.Store.State(ctx, p, r.Clock.Now())
	if err != nil {
		return err
	}
	if Final(state.Status) && state.Status != Success && p.Reference != reference {
		return ErrEnded
	}
	waited, err := r.NeedsReference(p)
	if err != nil {
		return err
	}
	err = r.Store.SetReference(ctx, p, reference)
	if errors.Is(err, store.ErrExists) {
		return ErrOtherReference
	}
	if err != nil {
		return err
	}
	if waited && p.Paid && !Final(state.Status) {
		now := r.Clock.Now()
		found := store.Transition{At: now.Add(r.processing(p)), Status: Success, Cause: "found by its reference"}
		if err := r.move(ctx, p, now, found); err != nil {
			return err
		}
	}
	return nil
}
