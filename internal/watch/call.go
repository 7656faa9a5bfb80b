package watch

import (
	"context"
	"errors"

	"payapp/apiclient"
)

// call makes one call of the client on the right budget, unless the gateway
// has just refused the same. operation names what is asked, the payment
// included, for the memory of refusals.
func call[T any](
	ctx context.Context, g *Gateway, caller Caller, level urgency, operation string, do func(context.Context) (T, error),
) (T, error) {
	var none T
	token := caller.identity()
	if err := g.trust.refusalOf(token, operation); err != nil {
		return none, err
	}
	proven := g.proven(caller)
	budget, err := g.budgets.of(caller, proven)
	if err != nil {
		return none, err
	}
	value, err := do(apiclient.WithGate(ctx, gate{budget, level}))
	if g.trust.learn(token, operation, err) && !proven {
		// It was the merchant's request after all.
		g.budgets.merchant(caller).charge()
	}
	if !proven && operation != merchantOperation && errors.Is(err, apiclient.ErrUnauthorized) {
		g.budgets.blame(caller)
	}
	return value, err
}

// merchantOperation is the one that many good tokens aren't granted.
const merchantOperation = "merchant"

// proven reports whether the gateway has accepted the caller's token.
func (g *Gateway) proven(caller Caller) bool {
	return caller.Proven || g.trust.proven(caller.identity())
}

// sharing is the key under which an answer may be shared: with the merchant's
// other customers once the token is proven and names its merchant, else with
// nobody.
func (g *Gateway) sharing(caller Caller) string {
	if caller.Merchant != "" && g.proven(caller) {
		return "merchant " + caller.Merchant
	}
	return private(caller)
}

// private is the key of what is this token's alone.
func private(caller Caller) string {
	token := caller.identity()
	return "token " + string(token[:])
}
