package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/payment"
)

// How long the customer who pressed Pay waits for a page, and how long the
// creation may take. It keeps its place even if nobody asks again: the customer
// has decided.
var (
	payPatience  = patience{line: 1500 * time.Millisecond, answer: 6 * time.Second}
	createLimits = limits{line: time.Minute, answer: 20 * time.Second, stays: true}
)

// outcomeLife is how long the outcome of a creation or reference is kept for
// the page that asks for it: longer than the call may take.
const outcomeLife = 5 * time.Minute

// Create creates a payment, in the first lane. A second call for the same
// payment, token and method joins the first and gets its outcome. It runs to
// its end even if the customer leaves. Afterwards Payin knows the created
// payment.
//
// ErrInLine means that it continues: Created returns its outcome. Other errors
// are the client's, with ErrRateLimited if nothing was sent. After ErrConflict,
// ErrUnavailable and ErrMalformed the payment may exist, and the next Payin
// asks the gateway.
func (g *Gateway) Create(ctx context.Context, caller Caller, idPayin string, wanted apiclient.PayinRequest) (apiclient.Payin, error) {
	key := caller.Key(idPayin)
	// Only a second press of the same choice joins, not another method chosen
	// in another tab.
	method, err := json.Marshal(wanted.Method)
	if err != nil {
		return apiclient.Payin{}, fmt.Errorf("payment method: %w", err)
	}
	choice := string(key.Token[:]) + idPayin + string(method)
	creation := g.creates.join(ctx, choice, createLimits, func(ctx context.Context) (apiclient.Payin, error) {
		g.readings.outdate(key) // reads that start now may miss the payment
		asked := request{opCreate, idPayin, limiter.LaneCreation, nil}
		payin, err := call(ctx, g, caller, asked, func(ctx context.Context) (apiclient.Payin, error) {
			return g.client.CreatePayin(ctx, caller.Token, idPayin, wanted)
		})
		if err != nil {
			g.outdateUnless(key, err)
			return apiclient.Payin{}, placed(err)
		}
		code, _ := wanted.Method["paymentOperatorCode"].(string)
		created := Reading{Payin: withOperator(payin, payin.MethodCode, apiclient.Operator{Code: code}), Found: true, At: g.config.Now()}
		g.readings.replace(key, created)
		g.tell(key, created, true)
		return payin, nil
	})
	payin, err := creation.await(ctx, g.patient(payPatience))
	if errors.Is(err, ErrInLine) || ctx.Err() != nil {
		g.created.Put(key, creation) // nobody has its outcome yet
	}
	return payin, err
}

// withOperator fills in the operator that was sent with the creation if an
// answer for the same method leaves it out: coins sent on an unknown network
// are lost. An operator in the answer takes precedence.
func withOperator(payin apiclient.Payin, method string, told apiclient.Operator) apiclient.Payin {
	if payin.MethodCode == method && payin.Operator == (apiclient.Operator{}) {
		payin.Operator = told
	}
	return payin
}

// outdateUnless marks a payment as outdated if a failed call may have changed
// it.
func (g *Gateway) outdateUnless(key payment.Key, err error) {
	nothingSent := errors.Is(err, ErrInLine) || errors.Is(err, apiclient.ErrRateLimited) || errors.Is(err, errCircuitOpen)
	if !nothingSent && !errors.Is(err, apiclient.ErrUnauthorized) {
		g.readings.renew(key)
	}
}

// placed is the error of a call that lost its place in line or found none.
// ErrInLine would say that it continues.
func placed(err error) error {
	if errors.Is(err, ErrInLine) {
		return errNoPlace
	}
	return err
}

var errNoPlace = fmt.Errorf("no place in line for the gateway: %w", apiclient.ErrRateLimited)

// Created returns the outcome of a creation that was in line: its answer or
// error, or ErrInLine while it continues. ErrNoCreation means that this process
// has none; another process may.
func (g *Gateway) Created(ctx context.Context, caller Caller, idPayin string) (apiclient.Payin, error) {
	creation, ok := g.created.Get(caller.Key(idPayin))
	if !ok {
		return apiclient.Payin{}, ErrNoCreation
	}
	return creation.await(ctx, patience{})
}

// ErrNoCreation means that this process has sent no creation of the payment.
var ErrNoCreation = errors.New("no creation under way here")

// flightOf is the key of a read in an epoch.
func flightOf(key payment.Key, epoch uint64) string {
	return string(key.Token[:]) + strconv.FormatUint(epoch, 16) + " " + key.IDPayin
}
