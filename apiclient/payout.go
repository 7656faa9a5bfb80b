package apiclient

import (
	"context"
	"errors"
	"time"

	"payapp/money"
)

// PayoutRequest is the body of POST /payouts/{idPayout} (interface.md, Payout
// create request).
type PayoutRequest struct {
	Money money.Money
	// Method is the paymentMethod object, paymentMethodCode included.
	Method      map[string]any
	CallbackURL string
}

// Payout is one outgoing payment, in answers to creations (without process
// data) and reads. Zero means absent.
type Payout struct {
	IDPayout, MethodCode   string
	Requested, Fee         money.Money
	Status                 string
	CreatedAt, ProcessedAt time.Time
	IsTest                 bool
	ProcessorStatus        string
	FailureReason          string
}

// CreatePayout sends money to a customer's account (POST /payouts/{idPayout}).
// It is idempotent by id, as CreatePayin is.
func (c *Client) CreatePayout(ctx context.Context, token Token, idPayout string, request PayoutRequest) (Payout, error) {
	const op = "POST /payouts/{idPayout}"
	body := paymentBody{PaymentRequested: requested{request.Money}, PaymentMethod: request.Method, CallbackURL: request.CallbackURL}
	if err := body.check(); err != nil {
		return Payout{}, invalid(op, err)
	}
	return c.payout(ctx, call{op: op, id: idPayout, token: token, content: body}, ofCreation)
}

// GetPayout reads an outgoing payment (GET /payouts/{idPayout}).
func (c *Client) GetPayout(ctx context.Context, token Token, idPayout string) (Payout, error) {
	return c.payout(ctx, call{op: "GET /payouts/{idPayout}", id: idPayout, token: token}, ofRead)
}

func (c *Client) payout(ctx context.Context, request call, from answerKind) (Payout, error) {
	var payout Payout
	err := c.doObject(ctx, request, func(top object) (err error) {
		payout, err = readPayout(top, request.id, from)
		return err
	})
	return payout, err
}

// readPayout normalises an answer; as for payins, it is an error if an
// essential part is absent or wrong.
func readPayout(top object, idPayout string, from answerKind) (Payout, error) {
	method := top.object("paymentMethodResponse")
	if method.text("idPayout") != idPayout {
		return Payout{}, errors.New("idPayout is absent or another payment's")
	}
	amount, err := top.object("paymentRequested").exactMoney("money")
	if err != nil || !amount.IsPositive() {
		return Payout{}, errors.New("no money")
	}
	process := readProcess(top)
	if from == ofRead && process.status == "" {
		return Payout{}, errors.New("no process.status")
	}
	return Payout{
		IDPayout: idPayout, MethodCode: method.text("paymentMethodCode"), Requested: amount, Fee: top.money("fee"),
		Status: process.status, CreatedAt: process.createdAt, ProcessedAt: process.processedAt,
		IsTest: process.isTest, ProcessorStatus: process.processorStatus, FailureReason: process.failureReason,
	}, nil
}
