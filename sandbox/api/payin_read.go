package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// payment finds the payment of a call and its state. Another merchant's payment
// doesn't exist for the caller.
func (a *API) payment(c *call) (p store.Payment, state store.Transition, err error) {
	p, err = a.Store.Payment(c.Context(), c.merchant.Code, c.kind, c.id)
	if errors.Is(err, store.ErrNotFound) {
		return p, state, errUnknownID
	}
	if err == nil {
		state, err = a.Store.State(c.Context(), p, a.Clock.Now())
	}
	return p, state, err
}

// readPayin is GET /payins/{idPayin}.
func (a *API) readPayin(c *call) (any, error) {
	p, state, err := a.payment(c)
	if err != nil {
		return nil, err
	}
	if c.directives.Stray {
		if n, err := a.Store.Count(c.Context(), "stray/"+c.merchant.Code+"/"+c.id); err != nil || n == 0 {
			return nil, cmp.Or(err, error(unauthorized("token", "the token is refused once, as by a proxy that restarts", "").directed("stray")))
		}
	}
	var answer wire.Payin
	if err := json.Unmarshal(p.Response, &answer.Method); err != nil {
		return nil, fmt.Errorf("kept response of %q: %w", p.ID, err)
	}
	order, err := a.Process.OrderOf(p)
	if err != nil {
		return nil, err
	}
	if !a.Strict { // what was requested, whatever was paid
		answer.PaymentRequested = &wire.Requested{Money: answer.Method.Money}
	}
	if state.Status == process.Success {
		answer.Method.Money = answers.Paid(order.Money, order.Directives.Paid)
	}
	answer.Method.ExpireAt = answers.Time(order.ExpireAt()) // the stored time is wrong once the clock was moved
	if d := order.Directives; d.SecondTry && !a.Clock.Now().Before(order.CreatedAt.Add(d.After+directive.BeforeSecondTry)) {
		order.ID += "-2"
		way := order.Response()
		m := &answer.Method
		m.QRCode, m.UPIQRDeepLink, m.Account, m.Reference = way.QRCode, way.UPIQRDeepLink, way.Account, way.Reference
	}
	answer.Process = processOf(p, state)
	answer.FailureReasonCode = state.Reason
	if p.Reference != "" {
		answer.Method.ExternalReference = &wire.Reference{Reference: p.Reference}
	}
	if state.Status == process.Success {
		showPayer(&answer.Method, order)
	}
	return answer, nil
}

// showPayer adds the account that the money came from, for methods whose read
// shows it (interface.md, Change history 2.63).
func showPayer(r *wire.MethodResponse, order answers.Order) {
	if order.Method.Code == "BANKB_PAY" || order.Method.Code == "UPIQR" {
		r.AccountCustomerUsed = order.Used()
	}
}

// processOf is the process object of a payin or payout.
func processOf(p store.Payment, state store.Transition) *wire.Process {
	answer := &wire.Process{
		Status:          state.Status,
		CreatedAt:       answers.Time(p.MadeAt),
		IsTest:          true,
		ProcessorStatus: processorStatus[state.Status],
	}
	if process.Final(state.Status) {
		answer.ProcessedAt = answers.Time(state.At)
	}
	return answer
}

// processorStatus is what the stand-in bank behind the gateway says.
var processorStatus = map[string]string{
	process.Pending: "AWAITING_CUSTOMER", process.Processing: "VALIDATING", process.Success: "SETTLED", process.Refused: "DECLINED",
	process.Failed: "ERROR", process.Canceled: "ABANDONED", process.Expired: "TIMED_OUT",
}

// readAccounts is GET /payins/{idPayin}/accounts: the account in the request
// and, after success, the one the money came from.
func (a *API) readAccounts(c *call) (any, error) {
	p, state, err := a.payment(c)
	if err != nil {
		return nil, err
	}
	order, err := a.Process.OrderOf(p)
	if err != nil {
		return nil, err
	}
	answer := wire.Accounts{}
	if a.Strict {
		return answer, nil // "Response fields of GET /payins/{idPayin}/accounts: not shown."
	}
	account := wire.Account{
		AccountName: order.Data[rules.AccountName], AccountNumber: order.Data[rules.AccountNumber], AccountType: order.Data[rules.AccountType],
	}
	if account != (wire.Account{}) {
		answer.AccountCustomer = &account
	}
	if state.Status == process.Success {
		answer.AccountCustomerUsed = order.Used()
	}
	return answer, nil
}
