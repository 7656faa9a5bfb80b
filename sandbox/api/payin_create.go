package api

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// createPayin is POST /payins/{idPayin}. A repeated id is a 409, whatever else
// the request says.
func (a *API) createPayin(c *call) (any, error) {
	if !wire.ValidID(c.id) {
		return nil, fault("idPayin", body.Malformed)
	}
	if _, err := a.Store.Payment(c.Context(), c.merchant.Code, store.Payin, c.id); err == nil {
		return nil, errConflict
	} else if !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	order, request, err := a.readOrder(c)
	if err != nil {
		return nil, err
	}
	if code := c.directives.RefuseCode; code != "" {
		return nil, refuse(http.StatusNotAcceptable, code, "the payment is refused")
	}
	play := rand.Text()
	order.BankURL = a.BaseURL(c.Request) + "/bank/" + play
	answer := wire.Payin{PaymentRequested: &request.PaymentRequested, Method: order.Response()}
	response, err := json.Marshal(answer.Method)
	if err != nil {
		return nil, err
	}
	err = a.Store.Create(c.Context(), store.Payment{
		Kind: store.Payin, ID: c.id, Merchant: c.merchant.Code, Method: order.Method.Code,
		Amount: order.Money.Bare(), Currency: order.Money.Currency(),
		CallbackURL: request.CallbackURL, ReturnURL: request.ReturnURL, Play: play,
		CreatedAt: order.CreatedAt, Request: c.body, Response: response,
	}, payinPlan(order))
	if errors.Is(err, store.ErrExists) {
		return nil, errConflict
	}
	if err != nil {
		return nil, err
	}
	a.Process.Poke()
	if c.directives.Lost {
		return nil, errCut
	}
	return answer, nil
}

// readOrder reads a creation and lists every invalid field.
func (a *API) readOrder(c *call) (answers.Order, wire.PayinRequest, error) {
	o, ok := body.Read(c.body)
	if !ok {
		return answers.Order{}, wire.PayinRequest{}, errNoObject
	}
	o.Only("paymentRequested", "paymentMethod", "callbackUrl", "returnUrl")
	o.Need("paymentRequested", "paymentMethod")
	request := wire.PayinRequest{
		PaymentRequested: readRequested(o), PaymentMethod: o.Raw("paymentMethod"),
		CallbackURL: readCallback(o), ReturnURL: readReturn(o),
	}
	data, method, err := readMethod(o, request.PaymentRequested.Money, func(code, currency string) (rules.Method, bool) {
		return c.merchant.Method(a.Process.Methods, code, currency)
	})
	if err != nil {
		return answers.Order{}, request, err
	}
	money := request.PaymentRequested.Money
	if allowed := c.claims.Money; allowed != nil && *allowed != money {
		return answers.Order{}, request, errMoney
	}
	return answers.Order{
		ID: c.id, Method: method, Data: data, Money: money, ReturnURL: request.ReturnURL,
		CreatedAt: a.Clock.Now(), Directives: c.directives, Strict: a.Strict,
	}, request, nil
}

// payinPlan is what happens to a payment if nobody acts: the outcome in its id,
// and its expiry unless it ended before.
func payinPlan(o answers.Order) []store.Transition {
	d := o.Directives
	first := store.Transition{At: o.CreatedAt, Status: process.Pending, Cause: "created"}
	if d.Strange {
		first.Status = process.Strange
	}
	plan := []store.Transition{first}
	expiry := process.ExpiryOf(o)
	outcome := outcomeOf(o.CreatedAt, d)
	if outcome == nil {
		return append(plan, expiry)
	}
	if outcome.At.After(expiry.At) {
		plan = append(plan, expiry)
	}
	return append(plan, *outcome)
}

func outcomeOf(created time.Time, d directive.Set) *store.Transition {
	if d.Outcome == "" {
		return nil
	}
	return &store.Transition{At: created.Add(d.After), Status: d.Outcome, Reason: d.Reason, Cause: "asked for by the order id"}
}
