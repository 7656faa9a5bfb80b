package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"

	"payapp/internal/money"
	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// payment finds the payment of a call. Another merchant's doesn't exist for the
// caller.
func (s *Sandbox) payment(c *call) (store.Payment, error) {
	p, err := s.store.Payment(c.Context(), c.merchant.Code, c.kind, c.id)
	if errors.Is(err, store.ErrNotFound) {
		return store.Payment{}, errUnknownID
	}
	return p, err
}

// readPayin is GET /payins/{idPayin}.
func (s *Sandbox) readPayin(c *call) (any, error) {
	p, err := s.payment(c)
	if err != nil {
		return nil, err
	}
	state, err := s.store.State(c.Context(), p, s.clock.Now())
	if err != nil {
		return nil, err
	}
	var answer wire.Payin
	if err := json.Unmarshal(p.Response, &answer.Method); err != nil {
		return nil, fmt.Errorf("kept response of %q: %w", p.ID, err)
	}
	order, err := orderOf(p)
	if err != nil {
		return nil, err
	}
	if !s.config.Strict {
		answer.PaymentRequested = &wire.Requested{Money: answer.Method.Money}
	}
	answer.Method.ExpireAt = answers.Time(order.ExpireAt()) // the kept one is of another time once the clock was moved
	answer.Process = process(p, state)
	answer.FailureReasonCode = state.Reason
	if p.Reference != "" {
		answer.Method.ExternalReference = &wire.Reference{Reference: p.Reference}
	}
	if state.Status == statusSuccess {
		showPayer(&answer.Method, order)
	}
	return answer, nil
}

// showPayer adds the account that the money came from, for the methods whose
// read shows it (interface.md, Change history 2.63).
func showPayer(r *wire.MethodResponse, order answers.Order) {
	if order.Method.Code == "BANKB_PAY" || order.Method.Code == "UPIQR" {
		r.AccountCustomerUsed = order.Used()
	}
}

// process is the process object of either direction.
func process(p store.Payment, state store.Transition) *wire.Process {
	process := &wire.Process{
		Status:          state.Status,
		CreatedAt:       answers.Time(p.CreatedAt),
		IsTest:          true,
		ProcessorStatus: processorStatus[state.Status],
	}
	if final(state.Status) {
		process.ProcessedAt = answers.Time(state.At)
	}
	return process
}

// processorStatus is what the stand-in bank behind the gateway says.
var processorStatus = map[string]string{
	statusPending: "AWAITING_CUSTOMER", statusProcessing: "VALIDATING", statusSuccess: "SETTLED", statusRefused: "DECLINED",
	statusFailed: "ERROR", statusCanceled: "ABANDONED", statusExpired: "TIMED_OUT",
}

// readAccounts is GET /payins/{idPayin}/accounts: what the request named, and
// after success what the payment came from.
func (s *Sandbox) readAccounts(c *call) (any, error) {
	p, err := s.payment(c)
	if err != nil {
		return nil, err
	}
	state, err := s.store.State(c.Context(), p, s.clock.Now())
	if err != nil {
		return nil, err
	}
	order, err := orderOf(p)
	if err != nil {
		return nil, err
	}
	answer := wire.Accounts{}
	if s.config.Strict {
		return answer, nil // "Response fields of GET /payins/{idPayin}/accounts: not shown."
	}
	if a := order.Data.Account; a != (wire.Account{}) {
		answer.AccountCustomer = &a
	}
	if state.Status == statusSuccess {
		answer.AccountCustomerUsed = order.Used()
	}
	return answer, nil
}

// orderOf reads a kept creation again.
func orderOf(p store.Payment) (answers.Order, error) {
	var request wire.PayinRequest
	if err := json.Unmarshal(p.Request, &request); err != nil {
		return answers.Order{}, fmt.Errorf("kept request of %q: %w", p.ID, err)
	}
	kept, ok := body.Read(request.PaymentMethod)
	if !ok {
		return answers.Order{}, fmt.Errorf("kept request of %q: no paymentMethod", p.ID)
	}
	data := rules.Read(kept)
	method, ok := rules.Find(p.Method, p.Currency)
	if !ok {
		return answers.Order{}, fmt.Errorf("kept request of %q: method %s %s is gone", p.ID, p.Method, p.Currency)
	}
	amount, err := money.Parse(p.Amount, p.Currency)
	if err != nil {
		return answers.Order{}, fmt.Errorf("kept request of %q: %w", p.ID, err)
	}
	return answers.Order{
		ID: p.ID, Method: method, Data: data, Money: amount, ReturnURL: p.ReturnURL,
		CreatedAt: p.CreatedAt, Directives: directive.Parse(p.ID),
	}, nil
}
