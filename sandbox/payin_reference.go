package sandbox

import (
	"context"
	"errors"
	"net/http"

	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// setReference is interface.md's setExternalReference, whose path and payload
// it doesn't show: POST /payins/{idPayin}/externalReference is assumed. The
// same reference again is fine; another one, or one for a payment that has
// ended without success, comes too late.
func (s *Sandbox) setReference(c *call) (any, error) {
	p, err := s.payment(c)
	if err != nil {
		return nil, err
	}
	m, _ := rules.Find(p.Method, p.Currency)
	if m.Reference == rules.NoReference {
		return nil, refuse(http.StatusBadRequest, "REFERENCE_NOT_EXPECTED", "this payment method takes no external reference")
	}
	o, ok := body.Read(c.body)
	if !ok {
		return nil, errNoObject
	}
	o.Only("reference")
	o.Need("reference")
	request := wire.Reference{Reference: o.Text("reference")}
	if !m.TakesReference(request.Reference) {
		o.Fault("reference", body.Malformed)
	}
	if len(o.Faults()) > 0 {
		return nil, errFields(o)
	}
	if err := s.keepReference(c.Context(), p, request.Reference); err != nil {
		return nil, err
	}
	return struct {
		ExternalReference wire.Reference `json:"externalReference"`
	}{request}, nil
}

// keepReference keeps the reference that the customer gave, here or to somebody
// on the phone, and lets a payment that waited for it be found.
func (s *Sandbox) keepReference(ctx context.Context, p store.Payment, reference string) error {
	state, err := s.store.State(ctx, p, s.clock.Now())
	if err != nil {
		return err
	}
	if final(state.Status) && state.Status != statusSuccess && p.Reference != reference {
		return refuse(http.StatusBadRequest, "PAYMENT_ENDED", "the payment has ended without success; no reference changes that")
	}
	waited, err := needsReference(p)
	if err != nil {
		return err
	}
	err = s.store.SetReference(ctx, p, reference)
	if errors.Is(err, store.ErrExists) {
		return refuse(http.StatusConflict, "REFERENCE_ALREADY_SET", "another reference was set before")
	}
	if err != nil {
		return err
	}
	if waited && p.Paid && !final(state.Status) {
		now := s.clock.Now()
		found := store.Transition{At: now.Add(s.config.Processing), Status: statusSuccess, Cause: "found by its reference"}
		if err := s.move(ctx, p, now, found); err != nil {
			return err
		}
	}
	return nil
}
