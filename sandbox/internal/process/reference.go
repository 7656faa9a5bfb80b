package process

import (
	"context"
	"errors"

	"payapp/sandbox/internal/store"
)

// Why a reference is refused.
var (
	ErrEnded          = errors.New("the payment has ended without success; no reference changes that")
	ErrOtherReference = errors.New("another reference was set before")
)

// KeepReference stores the reference that the customer gave, in a call or by
// phone. A payment that waited for it can then be found.
func (r *Runner) KeepReference(ctx context.Context, p store.Payment, reference string) error {
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
		found := store.Transition{At: now.Add(r.Processing), Status: Success, Cause: "found by its reference"}
		if err := r.move(ctx, p, now, found); err != nil {
			return err
		}
	}
	return nil
}
