package api

import (
	"crypto/rand"
	"encoding/json"
	"time"

	"payapp/money"
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
	// One at a time, so that two payouts can't spend the same balance.
	a.paying.Lock()
	defer a.paying.Unlock()
	if err := a.checkNew(c, "idPayout"); err != nil {
		return nil, err
	}
	request, _, method, err := c.readCreation(rules.Payouts, rules.Payouts.Find)
	if err != nil {
		return nil, err
	}
	plan, err := a.payoutPlan(c, request.PaymentRequested.Money)
	if err != nil {
		return nil, err
	}
	answer := wire.PayoutMethodResponse{PaymentMethodCode: method.Code, IDPayout: c.id}
	response, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	return wire.Payout{PaymentRequested: request.PaymentRequested, Method: answer}, a.create(c, request, store.Payment{
		Method: method.Code, Play: rand.Text(), CreatedAt: plan[0].At, Response: response,
	}, plan)
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

// readPayout is GET /payouts/{idPayout}.
func (a *API) readPayout(c *call) (any, error) {
	p, state, err := a.payment(c)
	if err != nil {
		return nil, err
	}
	amount, err := money.Parse(p.Amount, p.Currency)
	if err != nil {
		return nil, err
	}
	answer := wire.Payout{
		PaymentRequested: wire.Requested{Money: amount}, Process: processOf(p, state),
		Method: wire.PayoutMethodResponse{PaymentMethodCode: p.Method, IDPayout: p.ID},
	}
	if fee := feeOf(amount); !fee.IsZero() && holdsMoney(state.Status) {
		answer.Fee = &fee
	}
	return answer, nil
}
