package api

import (
	"errors"
	"net/http"

	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// setReference is interface.md's setExternalReference. Its path and payload
// aren't shown; POST /payins/{idPayin}/externalReference is assumed. The same
// reference may be sent again. A different one, or one for a payment that has
// ended without success, is refused.
func (a *API) setReference(c *call) (any, error) {
	p, _, err := a.payment(c)
	if err != nil {
		return nil, err
	}
	m, _ := a.Process.Methods.Find(p.Method, p.Currency)
	if m.Reference == rules.NoReference {
		return nil, refuse(http.StatusBadRequest, "REFERENCE_NOT_EXPECTED", "this payment method takes no external reference").
			failed("method", "P2A_V2 takes one, and UPIQR.")
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
	switch err := a.Process.AddReference(c.Context(), p, request.Reference); {
	case errors.Is(err, process.ErrEnded):
		return nil, refuse(http.StatusBadRequest, "PAYMENT_ENDED", err.Error()).failed("status", "A new attempt needs a new id.")
	case errors.Is(err, process.ErrOtherReference):
		return nil, refuse(http.StatusConflict, "REFERENCE_ALREADY_SET", err.Error()).
			failed("reference", "The same reference may be sent again, another one not.")
	case err != nil:
		return nil, err
	}
	return struct {
		ExternalReference wire.Reference `json:"externalReference"`
	}{request}, nil
}
