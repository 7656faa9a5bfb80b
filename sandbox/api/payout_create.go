package api

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// payoutTime is how long a payout is processed unless its id says otherwise.
const payoutTime = 3 * time.Second

// createPayout is POST /payouts/{idPayout}. Processing starts at once; then
// come the only change of status, and the callback.
func (a *API) createPayout(c *call) (any, error) {
	if !wire.ValidID(c.id) {
		return nil, fault("idPayout", body.Malformed)
	}
	// One at a time, so that two payouts can't spend the same balance.
	a.paying.Lock()
	defer a.paying.Unlock()
	if _, err := a.Store.Payment(c.Context(), c.merchant.Code, store.Payout, c.id); err == nil {
		return nil, errConflict
	} else if !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	request, method, err := readPayoutRequest(c)
	if err != nil {
		return nil, err
	}
	if code := c.directives.RefuseCode; code != "" {
		return nil, refuse(http.StatusNotAcceptable, code, "the payment is refused")
	}
	amount := request.PaymentRequested.Money
	plan, err := a.payoutPlan(c, amount)
	if err != nil {
		return nil, err
	}
	answer := wire.PayoutMethodResponse{PaymentMethodCode: method.Code, IDPayout: c.id}
	response, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	err = a.Store.Create(c.Context(), store.Payment{
		Kind: store.Payout, ID: c.id, Merchant: c.merchant.Code, Method: method.Code, Amount: amount.Bare(), Currency: amount.Currency(),
		CallbackURL: request.CallbackURL, Play: rand.Text(), CreatedAt: plan[0].At, Request: c.body, Response: response,
	}, plan)
	if err != nil {
		return nil, err
	}
	a.Process.Poke()
	if c.directives.Lost {
		return nil, errCut
	}
	return wire.Payout{PaymentRequested: request.PaymentRequested, Method: answer}, nil
}

// readPayoutRequest reads a creation and lists every invalid field.
func readPayoutRequest(c *call) (wire.PayoutRequest, rules.Method, error) {
	o, ok := body.Read(c.body)
	if !ok {
		return wire.PayoutRequest{}, rules.Method{}, errNoObject
	}
	o.Only("paymentRequested", "paymentMethod", "callbackUrl")
	o.Need("paymentRequested", "paymentMethod")
	request := wire.PayoutRequest{
		PaymentRequested: readRequested(o), PaymentMethod: o.Raw("paymentMethod"), CallbackURL: readCallback(o),
	}
	_, method, err := readMethod(o, request.PaymentRequested.Money, rules.FindPayout)
	if err != nil {
		return request, method, err
	}
	if allowed := c.claims.Money; allowed != nil && *allowed != request.PaymentRequested.Money {
		return request, method, errMoney
	}
	return request, method, nil
}

// payoutPlan is what happens to a payout: the outcome in its id, or else
// success. One that the balance doesn't cover is always refused.
func (a *API) payoutPlan(c *call, amount money.Money) ([]store.Transition, error) {
	created := a.Clock.Now()
	first := store.Transition{At: created, Status: process.Processing, Cause: "created"}
	if c.directives.Strange {
		first.Status = process.Strange
	}
	outcome := store.Transition{At: created.Add(payoutTime), Status: process.Success, Cause: "processed"}
	if asked := outcomeOf(created, c.directives); asked != nil {
		outcome = *asked
	}
	covered, err := a.covers(c, amount)
	if err != nil {
		return nil, err
	}
	if !covered {
		outcome = store.Transition{At: outcome.At, Status: process.Refused, Cause: "the balance doesn't cover it"}
	}
	return []store.Transition{first, outcome}, nil
}
