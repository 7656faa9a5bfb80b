package api

import (
	"payapp/money"
	"payapp/sandbox/internal/wire"
)

// readPayout is GET /payouts/{idPayout}.
func (a *API) readPayout(c *call) (any, error) {
	p, err := a.payment(c)
	if err != nil {
		return nil, err
	}
	state, err := a.Store.State(c.Context(), p, a.Clock.Now())
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
