package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"payapp/apiclient"
)

// How long the customer who pressed Pay waits for a page, and how long the
// creation itself may take. It keeps its place whether or not anybody comes
// back: the customer has decided.
var (
	payPatience  = patience{line: 1500 * time.Millisecond, answer: 6 * time.Second}
	createLimits = limits{line: time.Minute, answer: 20 * time.Second, stays: true}
)

// outcomeLife is how long a creation's or reference's outcome is there for the
// page that asks for it: longer than it may take.
const outcomeLife = 5 * time.Minute

// Create creates a payment, in the first of all lanes. A second one for the
// same payment, token and method that comes meanwhile gets the first one's
// outcome. It runs to its end even if the customer leaves. Afterwards the
// created payment is what Payin knows.
//
// ErrInLine means that it goes on: Created tells what became of it. Other
// errors are the client's, ErrRateLimited where nothing was sent; after ErrConflict, ErrUnavailable and ErrMalformed
// the payment may exist, and the next Payin asks the gateway.
func (g *Gateway) Create(ctx context.Context, caller Caller, idPayin string, wanted apiclient.PayinRequest) (apiclient.Payin, error) {
	key := paymentKey{caller.identity(), idPayin}
	// Only a second press joins, not another way of paying chosen elsewhere.
	method, err := json.Marshal(wanted.Method)
	if err != nil {
		return apiclient.Payin{}, fmt.Errorf("payment method: %w", err)
	}
	creation := g.creates.join(ctx, string(key.token[:])+idPayin+string(method), createLimits, func(ctx context.Context) (apiclient.Payin, error) {
		g.readings.outdate(key) // reads that begin now may miss the payment
		payin, err := call(ctx, g, caller, request{opCreate, idPayin, laneCreation, nil}, func(ctx context.Context) (apiclient.Payin, error) {
			return g.client.CreatePayin(ctx, caller.Token, idPayin, wanted)
		})
		if err != nil {
			g.outdateUnless(key, err)
			return apiclient.Payin{}, placed(err)
		}
		code, _ := wanted.Method["paymentOperatorCode"].(string)
		created := Reading{withOperator(payin, payin.MethodCode, apiclient.Operator{Code: code}), true, g.now()}
		g.readings.replace(key, created)
		g.tell(ctx, key, created, true)
		return payin, nil
	})
	payin, err := creation.await(ctx, g.patient(payPatience))
	if errors.Is(err, ErrInLine) || ctx.Err() != nil {
		g.created.put(key, creation) // nobody has got its outcome yet
	}
	return payin, err
}

// withOperator is an answer with the operator that was told before for the same
// method, where it leaves that out: coins are lost on a network that nobody
// knows. An answer that names one knows better.
func withOperator(payin apiclient.Payin, method string, told apiclient.Operator) apiclient.Payin {
	if payin.MethodCode == method && payin.Operator == (apiclient.Operator{}) {
		payin.Operator = told
	}
	return payin
}

// outdateUnless outdates what is known of a payment that a call may have
// changed although it failed.
func (g *Gateway) outdateUnless(key paymentKey, err error) {
	nothingSent := errors.Is(err, ErrInLine) || errors.Is(err, apiclient.ErrRateLimited) || errors.Is(err, errCircuitOpen)
	if !nothingSent && !errors.Is(err, apiclient.ErrUnauthorized) {
		g.readings.renew(key)
	}
}

// placed is the error of a call that has lost its place in line, or found none:
// it doesn't go on, as ErrInLine would say.
func placed(err error) error {
	if errors.Is(err, ErrInLine) {
		return errNoPlace
	}
	return err
}

var errNoPlace = fmt.Errorf("no place in line for the gateway: %w", apiclient.ErrRateLimited)

// Created is what became of a creation that was in line: its answer or error,
// or ErrInLine while it goes on. It is ErrNoCreation where this process knows
// of none: another one may.
func (g *Gateway) Created(ctx context.Context, caller Caller, idPayin string) (apiclient.Payin, error) {
	creation, ok := g.created.get(paymentKey{caller.identity(), idPayin})
	if !ok {
		return apiclient.Payin{}, ErrNoCreation
	}
	return creation.await(ctx, patience{})
}

// ErrNoCreation means that this process has sent no creation of the payment.
var ErrNoCreation = errors.New("no creation under way here")

// flightOf names a read of an epoch.
func flightOf(key paymentKey, epoch uint64) string {
	return string(key.token[:]) + strconv.FormatUint(epoch, 16) + " " + key.idPayin
}
