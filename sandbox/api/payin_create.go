package api

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
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
	if err := a.checkNew(c, "idPayin"); err != nil {
		return nil, err
	}
	request, data, method, err := c.readCreation(a.Process.Methods, func(code, currency string) (rules.Method, bool) {
		return c.merchant.Method(a.Process.Methods, code, currency)
	}, "returnUrl")
	if err != nil {
		return nil, err
	}
	if c.directives.BankDown && data["paymentOperatorCode"] != "" {
		if n, err := a.Store.Count(c.Context(), "bank-down/"+c.merchant.Code+"/"+c.id); err != nil || n == 0 {
			return nil, cmp.Or(err, error(fault("paymentMethod.paymentOperatorCode", body.NotAvailable).directed("bank-down")))
		}
	}
	play := rand.Text()
	order := answers.Order{
		ID: c.id, Payee: c.merchant.Payee(), Method: method, Data: data, Money: request.PaymentRequested.Money, ReturnURL: request.ReturnURL,
		BankURL: a.BaseURL(c.Request) + "/bank/" + play, CreatedAt: a.Clock.Now(), Directives: c.directives, Strict: a.Strict,
	}
	answer := wire.Payin{PaymentRequested: &request.PaymentRequested, Method: order.Response()}
	response, err := json.Marshal(answer.Method)
	if err != nil {
		return nil, err
	}
	return answer, a.create(c, request, store.Payment{
		Method: order.Method.Code, ReturnURL: request.ReturnURL, Play: play, CreatedAt: order.CreatedAt, Response: response,
	}, payinPlan(order))
}

// checkNew refuses an id that is malformed, or that the merchant has used.
func (a *API) checkNew(c *call, name string) error {
	if !wire.ValidID(c.id) {
		return fault(name, body.Malformed)
	}
	if both := directive.Contradiction(c.id); both != "" {
		return faulty(body.Fault{Path: name, Reason: body.Malformed, What: "has directives that contradict each other: " + both})
	}
	_, err := a.Store.Payment(c.Context(), c.merchant.Code, c.kind, c.id)
	if err == nil {
		return errConflict
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// create stores a payin or payout with what its request says.
func (a *API) create(c *call, request wire.PaymentRequest, p store.Payment, plan []store.Transition) error {
	amount := request.PaymentRequested.Money
	p.Kind, p.ID, p.Merchant, p.CallbackURL, p.Request = c.kind, c.id, c.merchant.Code, request.CallbackURL, c.body
	p.Amount, p.Currency = amount.Bare(), amount.Currency()
	err := a.Store.Create(c.Context(), p, plan)
	if errors.Is(err, store.ErrExists) {
		return errConflict
	}
	if err != nil {
		return err
	}
	a.Process.Wake()
	if c.directives.Callbacks.First && p.CallbackURL != "" && p.Kind == store.Payin {
		if err := a.callbackFirst(c, plan[0].Status); err != nil {
			return err
		}
	}
	if c.directives.Lost {
		return cutError{"~lost steers this payment: it was accepted"}
	}
	return nil
}

// callbackFirst sends a callback about a payment whose creation isn't answered yet.
func (a *API) callbackFirst(c *call, status string) error {
	p, err := a.Store.Payment(c.Context(), c.merchant.Code, c.kind, c.id)
	if err != nil {
		return err
	}
	c.note("~callback-first: the listener was called before this answer")
	return a.Process.CallbackFirst(c.Context(), p, status)
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
	if d.Paid == directive.PaidLate {
		late := store.Transition{At: expiry.At.Add(d.PaidAfter), Status: process.Success, Cause: "the customer paid after the deadline"}
		return append(plan, expiry, late)
	}
	if outcome == nil {
		return append(plan, expiry)
	}
	if outcome.At.After(expiry.At) {
		plan = append(plan, expiry)
	}
	plan = append(plan, *outcome)
	if d.SecondTry {
		again := store.Transition{At: outcome.At.Add(directive.BeforeSecondTry), Status: process.Pending, Cause: "a second try"}
		plan = append(plan, again, expiry)
	}
	return plan
}

func outcomeOf(created time.Time, d directive.Set) *store.Transition {
	if d.Outcome == "" {
		return nil
	}
	return &store.Transition{At: created.Add(d.After), Status: d.Outcome, Reason: d.Reason, Cause: "asked for by a directive"}
}
