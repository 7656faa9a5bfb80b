package sandbox

import (
	"context"
	"slices"
	"time"

	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

// Status values. SUCCESS and REFUSED are interface.md's; the others are
// assumed, as is that everything else is still in progress.
const (
	statusPending    = "PENDING"
	statusProcessing = "PROCESSING"
	statusSuccess    = "SUCCESS"
	statusRefused    = "REFUSED"
	statusFailed     = "FAILED"
	statusCanceled   = "CANCELED"
	statusExpired    = "EXPIRED"
	statusStrange    = "AWAITING_STARDUST" // named by no document
)

// statuses are the values that the console offers.
var statuses = []string{statusPending, statusProcessing, statusSuccess, statusRefused, statusFailed, statusCanceled, statusExpired}

// final reports whether nothing follows the status by itself.
func final(status string) bool {
	return slices.Contains([]string{statusSuccess, statusRefused, statusFailed, statusCanceled, statusExpired}, status)
}

// needsReference reports whether the gateway waits for the customer's external
// reference before it can find the payment.
func needsReference(p store.Payment) (bool, error) {
	m, _ := rules.Find(p.Method, p.Currency)
	switch {
	case p.Reference != "":
		return false, nil
	case m.Reference == rules.ReferenceWithoutAccount:
		order, err := orderOf(p)
		return order.Data.Account.AccountNumber == "", err
	default:
		return m.Reference == rules.ReferenceAlways, nil
	}
}

// pay plays a customer who paid: the payment is processed for a while and then
// succeeds, once the reference is there where it is needed.
func (s *Sandbox) pay(ctx context.Context, p store.Payment, cause string) error {
	waits, err := needsReference(p)
	if err != nil {
		return err
	}
	if err := s.store.SetPaid(ctx, p); err != nil {
		return err
	}
	now := s.clock.Now()
	plan := []store.Transition{{At: now, Status: statusProcessing, Cause: cause}}
	if !waits {
		plan = append(plan, store.Transition{At: now.Add(s.config.Processing), Status: statusSuccess, Cause: "processed"})
	}
	return s.move(ctx, p, now, plan...)
}

// set moves a payment to a status right now, whatever it was before. Only a
// payment that has failed has a reason for it.
func (s *Sandbox) set(ctx context.Context, p store.Payment, status, reason, cause string) error {
	if status == statusSuccess || !final(status) {
		reason = ""
	}
	now := s.clock.Now()
	return s.move(ctx, p, now, store.Transition{At: now, Status: status, Reason: reason, Cause: cause})
}

// expiryOf is what happens at the deadline of a payment that hasn't ended.
func expiryOf(o answers.Order) store.Transition {
	return store.Transition{At: o.ExpireAt(), Status: statusExpired, Cause: "expireAt has passed"}
}

// move replaces what was planned. A payin whose new plan doesn't end expires at
// its deadline, unless that has passed already.
func (s *Sandbox) move(ctx context.Context, p store.Payment, now time.Time, plan ...store.Transition) error {
	if last := plan[len(plan)-1]; p.Kind == store.Payin && !final(last.Status) {
		order, err := orderOf(p)
		if err != nil {
			return err
		}
		if expiry := expiryOf(order); expiry.At.After(last.At) {
			plan = append(plan, expiry)
		}
	}
	if err := s.store.Move(ctx, p, now, plan...); err != nil {
		return err
	}
	s.poke()
	return nil
}
