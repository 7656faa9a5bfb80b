package sandbox

import (
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
	if m, _ := rules.Find(p.Method, p.Currency); m.Reference == rules.NoReference {
		return nil, refuse(http.StatusBadRequest, "REFERENCE_NOT_EXPECTED", "this payment method takes no external reference")
	}
	o, ok := body.Read(c.body)
	if !ok {
		return nil, errNoObject
	}
	o.Only("reference")
	request := wire.Reference{Reference: o.Text("reference")}
	if !rules.Reference(request.Reference) {
		o.Fault("reference")
	}
	if faults := o.Faults(); len(faults) > 0 {
		return nil, invalid("reference needs exactly 12 digits, and nothing beside it", faults...)
	}
	state, err := s.store.State(c.Context(), p, s.clock.now())
	if err != nil {
		return nil, err
	}
	if final(state.Status) && state.Status != statusSuccess && p.Reference != request.Reference {
		return nil, refuse(http.StatusBadRequest, "PAYMENT_ENDED", "the payment has ended without success; no reference changes that")
	}
	waited, err := needsReference(p)
	if err != nil {
		return nil, err
	}
	err = s.store.SetReference(c.Context(), p, request.Reference)
	if errors.Is(err, store.ErrExists) {
		return nil, refuse(http.StatusConflict, "REFERENCE_ALREADY_SET", "another reference was set before")
	}
	if err != nil {
		return nil, err
	}
	if waited && p.Paid && !final(state.Status) {
		now := s.clock.now()
		found := store.Transition{At: now.Add(processingTime), Status: statusSuccess, Cause: "found by its reference"}
		if err := s.move(c.Context(), p, now, found); err != nil {
			return nil, err
		}
	}
	return struct {
		ExternalReference wire.Reference `json:"externalReference"`
	}{request}, nil
}
