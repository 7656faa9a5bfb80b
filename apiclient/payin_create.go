package apiclient

import (
	"cmp"
	"context"
	"errors"

	"payapp/money"
)

// requested is the paymentRequested object.
type requested struct {
	Money money.Money `json:"money"`
}

// paymentBody is the body of both creations; payouts have no ReturnURL.
type paymentBody struct {
	PaymentRequested requested      `json:"paymentRequested"`
	PaymentMethod    map[string]any `json:"paymentMethod"`
	CallbackURL      string         `json:"callbackUrl,omitempty"`
	ReturnURL        string         `json:"returnUrl,omitempty"`
}

// check reports what every creation needs.
func (b paymentBody) check() error {
	if !b.PaymentRequested.Money.IsPositive() || b.PaymentMethod["paymentMethodCode"] == nil {
		return errors.New("money and paymentMethodCode are required")
	}
	return nil
}

// CreatePayin creates the payment (POST /payins/{idPayin}). It is idempotent by
// id: after a lost answer the same body is sent again. ErrConflict means that
// the id was accepted before, by this call or another: read the payment.
// ErrRefused has one of the interface's 406 codes in Error.Code. After
// ErrUnavailable and ErrMalformed the payment may exist.
func (c *Client) CreatePayin(ctx context.Context, token Token, idPayin string, request PayinRequest) (Payin, error) {
	const op = "POST /payins/{idPayin}"
	body := paymentBody{
		PaymentRequested: requested{request.Money}, PaymentMethod: request.Method,
		CallbackURL: request.CallbackURL, ReturnURL: request.ReturnURL,
	}
	if err := body.check(); err != nil {
		return Payin{}, invalid(op, err)
	}
	return c.payin(ctx, call{op: op, id: idPayin, token: token, content: body}, ofCreation)
}

// payin performs a call that answers with a payment.
func (c *Client) payin(ctx context.Context, request call, from answerKind) (Payin, error) {
	var payin Payin
	err := c.doObject(ctx, request, func(top object) (err error) {
		payin, err = readPayin(top, request.id, from, c.named)
		payin.Status = cmp.Or(c.statusWords[payin.Status], payin.Status)
		return err
	})
	return payin, err
}
